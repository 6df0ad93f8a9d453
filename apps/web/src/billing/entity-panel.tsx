import type { BillingEntity } from '@countersign/contracts/billing'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { EntityForm } from './entity-form.tsx'
import { ChangePayer, PendingPayer } from './payer.tsx'

/** Who is billed, and who pays. */
export function EntityPanel({ entity }: { entity: BillingEntity }) {
  const [isEditing, setEditing] = useState(false)
  const edits = useCan(api.subscription.setEntity)
  const { address, next_payer: next, pending_payer: pending, group_payer: parent } = entity
  const lines = address && [address.line1, address.line2, address.postal_code, address.city]
  return (
    <Panel
      title="Billed to"
      actions={
        entity.editable && (
          <Button disabledReason={edits.reason} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {entity.inherited && (
          <Notice>Billed to {entity.payer_name}, which pays for its group.</Notice>
        )}
        {entity.provider && entity.provider_state === 'saved' && (
          <Notice>Saved. The billing provider will be told within a few minutes.</Notice>
        )}
        {next && (
          <Notice>
            {next.did === parent?.did ? parent.name : 'This company'} pays from{' '}
            <Day on={next.since} /> on.
          </Notice>
        )}
        <DescriptionList
          facts={[
            { term: 'Legal name', value: entity.legal_name },
            { term: 'Paid by', value: entity.inherited ? entity.payer_name : 'This company' },
            { term: 'Email', value: entity.email },
            { term: 'Contact', value: entity.contact_name },
            { term: 'Phone', value: entity.phone },
            { term: 'Address', value: lines?.filter(Boolean).join(', ') || null },
            { term: 'Country', value: address?.country && countryName(address.country) },
            { term: 'Tax ID', value: entity.tax_id?.value },
            { term: 'Purchase order', value: entity.purchase_order },
            { term: 'Currency', value: entity.currency },
          ]}
        />
        {pending && <PendingPayer entity={entity} pending={pending} stop={edits.reason} />}
        {parent && !next && !pending && edits.allowed && (
          <ChangePayer entity={entity} parent={parent} />
        )}
      </div>
      {isEditing && <EntityForm entity={entity} onClose={() => setEditing(false)} />}
    </Panel>
  )
}
