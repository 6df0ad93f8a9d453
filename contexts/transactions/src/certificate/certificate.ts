import { instantWords, type PdfModel } from '@countersign/contracts/report'
import type { TransactionDetail } from '@countersign/contracts/transactions'
import { Failure } from '@countersign/kit/errors'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { info } from '../transfer/index.ts'
import { actorWords, codeWords, itemWords, statusWords, typeWords } from './words.rules.ts'

/**
 * A transfer on paper, as one of its companies sees it: parties, value, history, the exchange of data. No names of
 * customers: those are sealed. Undefined where the company has no such transfer.
 */
export const certificateOf = (deps: TransactionsDeps, company: string, id: string) =>
  deps.database.withTenant(company, (tx) => certificate(deps, tx, company, id))

async function certificate(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<PdfModel | undefined> {
  const transfer = await info({ deps, tx, company }, id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  })
  if (!transfer) return undefined
  const [own] = await deps.companies(tx, [company])
  return {
    title: 'Transfer certificate',
    owner: own?.name ?? company,
    blocks: [
      { type: 'facts', rows: summaryOf(transfer) },
      { type: 'heading', text: 'Parties' },
      { type: 'facts', rows: partiesOf(transfer, own?.name ?? company) },
      { type: 'heading', text: 'Transfer' },
      { type: 'facts', rows: amountsOf(transfer) },
      { type: 'heading', text: 'Travel Rule data' },
      { type: 'facts', rows: dataOf(transfer) },
      { type: 'heading', text: 'History' },
      {
        type: 'table',
        columns: ['When', 'Status', 'By', 'Reason'],
        widths: [1.3, 1.2, 1.2, 1.3],
        rows: transfer.actions.map((act) => [
          instantWords(act.at),
          statusWords[act.to],
          actorWords(act),
          act.reasonCode === null ? '–' : codeWords(act.reasonCode),
        ]),
      },
      {
        type: 'text',
        text: 'This certificate states what our records say. It doesn’t state that the transfer is lawful.',
      },
    ],
  }
}

type Rows = readonly (readonly [string, string])[]
const orDash = (text: string | null) => text ?? '–'

const summaryOf = ({
  id,
  status,
  transactionType,
  createdAt,
  updatedAt,
}: TransactionDetail): Rows => [
  ['Transfer', id],
  ['Status', statusWords[status]],
  ['Type', typeWords[transactionType]],
  ['Created', instantWords(createdAt)],
  ['Last change', instantWords(updatedAt)],
]

function partiesOf(transfer: TransactionDetail, own: string): Rows {
  const { direction, counterparty, beneficiaryVASPname } = transfer
  const other = counterparty?.name ?? beneficiaryVASPname ?? 'Unknown'
  const names = direction === 'outgoing' ? [own, other] : [other, own]
  return [
    ['Originator VASP', `${names[0]}\n${orDash(transfer.originatorVASPdid)}`],
    ['Beneficiary VASP', `${names[1]}\n${orDash(transfer.beneficiaryVASPdid)}`],
  ]
}

function amountsOf(transfer: TransactionDetail): Rows {
  const { asset, amount, amountInLocalCurrency: local, price } = transfer
  const { txHash, destination, destinationTag } = transfer.transactionBlockchainInfo
  return [
    ['Amount', `${amount} ${asset.symbol}`],
    ['Asset', asset.caip19],
    [
      'Value at creation',
      local && price
        ? `${local.amountInLocalCurrency} ${local.currency} (price: ${codeWords(price.source)}, ${instantWords(price.at)})`
        : '–',
    ],
    ['Destination', destination],
    ...(destinationTag === null ? [] : [['Destination tag', destinationTag] as const]),
    ['Blockchain transaction', orDash(txHash)],
  ]
}

const dataOf = (transfer: TransactionDetail): Rows => [
  ['Sent to the beneficiary VASP', transfer.sentAt === null ? '–' : instantWords(transfer.sentAt)],
  [
    'Address confirmed',
    transfer.acknowledgedAt === null ? '–' : instantWords(transfer.acknowledgedAt),
  ],
  [
    'Personal data released',
    transfer.releasedAt === null ? '–' : instantWords(transfer.releasedAt),
  ],
  ['Decided', transfer.decidedAt === null ? '–' : instantWords(transfer.decidedAt)],
  ['Sealed data', transfer.fields.length === 0 ? '–' : transfer.fields.map(itemWords).join('\n')],
]
