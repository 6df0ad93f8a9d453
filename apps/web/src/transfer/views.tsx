import type { PersonalDataView } from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'

/** Who opened the personal data of a transfer, in either company. Shown to those who may act on it. */
export function PersonalDataViews({ id, company }: { id: string; company: string }) {
  const { allowed } = useCan(api.tx.approve)
  const readOnly = useReadOnly()
  const { data } = useQuery({
    queryKey: ['tx.piiViews', company, id],
    queryFn: ({ signal }) => api.tx.piiViews({ query: { vaspDID: company, id } }, { signal }),
    enabled: allowed && readOnly === undefined,
  })
  if (!data || data.views.length === 0) return null
  return (
    <Panel title="Who viewed this data" long>
      <ul className="flex flex-col gap-3">
        {data.views.map((view) => (
          <li key={view.id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 text-sm">
            <span>
              <span className="font-medium">{viewerWords(view)}</span>
              <span className="text-muted">
                {' '}
                opened the {view.part === 'ORIGINATOR' ? 'originator' : 'beneficiary'}:{' '}
                {viewReasons[view.reason] ?? view.reason}
              </span>
            </span>
            <Time value={view.at} format="absolute" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Who viewed it, as far as the company may know. */
export const viewerWords = ({ byName, viewerVASPname }: PersonalDataView): string =>
  [byName, viewerVASPname ?? 'A company'].filter(Boolean).join(', ')

/** Why, in words. */
export const viewReasons: Readonly<Record<string, string>> = {
  DECIDE: 'to decide on the transfer',
  CUSTOMER_REQUEST: 'a customer asked',
  AUDIT: 'audit',
  AUTHORITY: 'an authority asked',
  DATA_QUALITY: 'to check the data',
  OTHER: 'another reason',
  AUTO: 'automatic decryption',
}
