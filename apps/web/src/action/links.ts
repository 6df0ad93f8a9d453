import type { ActionItem } from '@countersign/contracts/trust'
import type { LinkProps } from '@tanstack/react-router'

type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** Where an item is worked on. */
export function placeOf({ type: kind, entityRef: { type, id } }: ActionItem): Target {
  if (kind === 'REVIEW_DUE') return { to: '/network/reviews', search: { at: id } }
  if (type === 'counterparty')
    return { to: '/network/vasps/$did', params: { did: id }, search: { act: 'review' } }
  if (type === 'transaction')
    return id ? { to: '/transactions/$id', params: { id } } : { to: '/transactions' }
  if (type === 'group') return { to: '/company/group' }
  if (type === 'documentRequest')
    return kind === 'DOCUMENT_REQUEST_ANSWERED'
      ? { to: '/due-diligence', search: { tab: 'sent', request: id } }
      : { to: '/due-diligence', search: { request: id } }
  if (kind === 'DDQ_QUESTION_ANSWERED')
    return { to: '/due-diligence/review/$did', params: { did: id }, hash: 'questions' }
  if (type === 'questionnaireQuestion')
    return { to: '/due-diligence/questionnaire', search: { view: 'questions' } }
  if (type === 'questionnaire') return { to: '/due-diligence/questionnaire' }
  if (type === 'joinRequest') return { to: '/team', search: { tab: 'requests' } }
  if (type === 'apiCredential') return { to: '/developers/credentials', search: { rotate: id } }
  if (type === 'webhookEndpoint')
    return { to: '/developers/webhooks/endpoints/$endpointId', params: { endpointId: id } }
  if (type === 'registry') return { to: '/company', hash: 'registers' }
  if (type === 'verification') return { to: '/company', hash: 'verification' }
  if (type === 'subscription' || type === 'usage') return { to: '/billing' }
  if (kind === 'PROFILE_INCOMPLETE') return { to: '/company', search: { edit: 'missing' } }
  return { to: '/company' }
}
