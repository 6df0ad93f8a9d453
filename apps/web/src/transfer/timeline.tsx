import { type Act, reasons, type TransactionDetail } from '@countersign/contracts/transactions'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'

const words: Readonly<Record<string, string>> = {
  create: 'Created the transfer',
  notify: 'Reported a deposit without data',
  approve: 'Approved it for sending',
  confirm: 'Confirmed the address',
  accept: 'Accepted the transfer',
  decline: 'Declined the transfer',
  reject: 'Said that the address isn’t theirs',
  cancel: 'Cancelled the transfer',
  notReady: 'Asked for more time',
  redirect: 'Handed it to another company in the group',
  release: 'Released the personal data',
  process: 'Told the systems to send the coins',
  requestData: 'Requested data',
  'update.data': 'Supplied data',
  'update.route': 'Changed the counterparty',
  'update.hash': 'Stated the transaction hash',
  check: 'Added the result of a check',
  contactFound: 'Found a way to reach the counterparty',
  expire: 'Stopped waiting for an answer',
  deadline: 'Reached a deadline',
  merge: 'Merged with the transfer about the same coins',
}

/** What happened to a transfer, oldest first. Only the company's own people are named. */
export function Timeline({ transfer, company }: { transfer: TransactionDetail; company: string }) {
  return (
    <Panel title="Timeline" long>
      <ol className="flex flex-col gap-3">
        {transfer.actions.map((act) => (
          <li key={act.seq} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 text-sm">
            <span className="min-w-0">
              <span className="font-medium">
                {act.action === 'release' && transfer.withheldBy
                  ? 'Withheld the personal data'
                  : (words[act.action] ?? act.action)}
              </span>
              <span className="text-muted"> {whoDid(act, transfer, company)}</span>
              {act.reasonCode && (
                <span className="block text-muted">{reasons[act.reasonCode].label}</span>
              )}
            </span>
            <Time value={act.at} format="absolute" />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function whoDid({ by }: Act, { counterparty }: TransactionDetail, company: string): string {
  if (by.kind === 'SYSTEM') return 'automatically'
  if (by.kind === 'NETWORK') return 'by the network'
  if (by.kind === 'RULE') return 'by a rule'
  if (by.company !== company) return `by ${counterparty?.name ?? 'the counterparty'}`
  return `by ${by.name ?? (by.kind === 'CLIENT' ? 'an API client' : 'a former colleague')}`
}
