import type { ActionItem } from '@countersign/contracts/trust'
import type { LinkProps } from '@tanstack/react-router'

type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** Where an item is worked on. */
export function placeOf({ type: kind, entityRef: { type, id } }: ActionItem): Target {
  if (type === 'counterparty') return { to: '/network/vasps/$did', params: { did: id } }
  if (type === 'transaction')
    return id ? { to: '/transactions/$id', params: { id } } : { to: '/transactions' }
  if (type === 'group') return { to: '/company/group' }
  if (type === 'documentRequest')
    return kind === 'DOCUMENT_REQUEST_ANSWERED'
      ? { to: '/due-diligence', search: { tab: 'sent' } }
      : { to: '/due-diligence' }
  if (type === 'questionnaire') return { to: '/due-diligence/questionnaire' }
  if (type === 'joinRequest') return { to: '/team' }
  if (type === 'webhookEndpoint')
    return { to: '/developers/webhooks/endpoints/$endpointId', params: { endpointId: id } }
  if (type === 'registry') return { to: '/company', hash: 'registers' }
  if (type === 'verification') return { to: '/company', hash: 'verification' }
  return { to: '/company' }
}
