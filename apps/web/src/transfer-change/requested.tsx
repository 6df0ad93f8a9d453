import type { TransactionDetail } from '@countersign/contracts/transactions'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'

const items: Readonly<Record<string, string>> = {
  NAME: 'name',
  ACCOUNT: 'account or wallet',
  ADDRESS: 'address',
  NATIONAL_ID: 'national ID',
  CUSTOMER_ID: 'customer ID',
  BIRTH: 'date and place of birth',
}

/** An item of a requirement in words. */
export const itemWords = (item: string): string => {
  const [side = '', name = ''] = item.split('.')
  return `${side === 'originator' ? 'Originator' : 'Beneficiary'}: ${items[name] ?? name}`
}

/** What the counterparty still waits for, or what the company itself has asked for. */
export function Requested({ transfer, company }: { transfer: TransactionDetail; company: string }) {
  const { openRequest: request } = transfer
  if (!request || request.answeredAt !== null) return null
  const isOurs = request.by === company
  return (
    <Notice
      tone={isOurs ? 'info' : 'warning'}
      title={isOurs ? 'You requested data' : 'Data is requested from you'}
    >
      <ul className="list-disc pl-5">
        {request.fields.map((item) => (
          <li key={item}>{itemWords(item)}</li>
        ))}
      </ul>
      <p>
        Due <Time value={request.dueAt} />
      </p>
    </Notice>
  )
}
