import type { BillingEntity } from '@countersign/contracts/billing'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'

/** Who is billed. */
export function EntityPanel({ entity }: { entity: BillingEntity }) {
  const { address } = entity
  const lines = address && [address.line1, address.line2, address.postal_code, address.city]
  return (
    <Panel title="Billed to">
      <div className="flex flex-col gap-4">
        {entity.inherited && (
          <Notice>Billed to {entity.payer_name}, which pays for its group.</Notice>
        )}
        <DescriptionList
          facts={[
            { term: 'Legal name', value: entity.legal_name },
            { term: 'Paid by', value: entity.inherited ? entity.payer_name : 'This company' },
            { term: 'Email', value: entity.email },
            { term: 'Contact', value: entity.contact_name },
            { term: 'Address', value: lines?.filter(Boolean).join(', ') || null },
            { term: 'Country', value: address?.country },
            { term: 'Tax ID', value: entity.tax_id?.value },
            { term: 'Purchase order', value: entity.purchase_order },
            { term: 'Currency', value: entity.currency },
          ]}
        />
      </div>
    </Panel>
  )
}
