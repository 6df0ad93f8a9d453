import { type SimulatedSend, simulatedSends } from '@countersign/contracts/transactions'
import { system } from '@countersign/kit/audit'
import { Failure } from '@countersign/kit/errors'
import type { TransactionsDeps } from '../deps.ts'
import { canOpen } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  act,
  addSteps,
  type Doer,
  findRequest,
  findTransfer,
  type Given,
  lockSide,
  type SideRow,
  type Step,
  type Transfer,
  type Wanted,
} from '../transfer/index.ts'
import { inventedData } from './people.ts'
import { answerAt } from './sandbox-address.rules.ts'
import { patience, reply } from './script.rules.ts'

const minuteMs = 60_000
/** When the hash of a transfer comes that comes late. */
export const hashAfterMs = minuteMs
/** How often the simulator changes a transfer whose webhooks come in a storm. */
const stormSize = 20

/** Whether a company is one of the simulator's. */
export const isSimulators = (
  { simulator }: Pick<TransactionsDeps, 'simulator'>,
  company: string | null | undefined,
): boolean => simulator !== null && (company === simulator.did || company === simulator.subsidiary)

/** The simulator as one who acts for its company: a machine. */
export const simulatorDoer = (company: string, at: Date): Doer => ({
  company,
  at,
  did: 'client:simulator',
  by: 'CLIENT',
  actor: system,
})

/** The scenario of a transfer that the simulator sent, which stands in its own reference. */
const sendOf = (own: SideRow): SimulatedSend | undefined =>
  simulatedSends.find((one) => own.transaction_ref?.startsWith(`${one}-`))

/** Lets a company of the simulator's do something about a transfer once what is going on is done. */
export async function reactSoon(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Pick<Step, 'transferId' | 'version' | 'args'>,
  at: Date,
  due = at,
): Promise<void> {
  if (!isSimulators(deps, company)) return
  await addSteps(tx, transferId, at, [{ company, kind: 'SIMULATE', version, no: 8, due, args }])
}

/** A company of the simulator's does what its script says about a transfer. */
export async function react(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  step: Step,
  at: Date,
): Promise<void> {
  const transfer = await findTransfer(tx, step.transferId)
  const own = await lockSide(tx, company, step.transferId)
  // Where the transfer has gone on meanwhile, the step that follows it asks again.
  if (!transfer || !own || own.version < transfer.version) return
  if (own.role === 'O') return answerAsOriginator(deps, tx, company, transfer, own, at)
  if (transfer.beneficiary_did !== company) return
  const asked = await findRequest(tx, transfer.id)
  const next = reply(answerAt(transfer.destination), {
    status: transfer.status,
    released: await canOpen(tx, company, transfer.id),
    request: !asked ? null : asked.answered_at ? 'ANSWERED' : asked.ended_at ? 'LAPSED' : 'OPEN',
    age: (at.getTime() - (transfer.sent_at ?? at).getTime()) / minuteMs,
    isFirst: company === deps.simulator?.did,
  })
  if (!next) return
  const later = new Date(at.getTime() + patience * minuteMs)
  if ('again' in next) return reactSoon(deps, tx, company, step, at, later)
  const { action, reason } = next
  const given: Given = {
    ...(reason && { reason }),
    ...(action === 'requestData' && { request: { items: ['originator.NATIONAL_ID'] } }),
    ...(action === 'redirect' && { to: deps.simulator?.subsidiary }),
    ...(action === 'notReady' && { until: later }),
  }
  await tryActs(deps, tx, company, at, { id: transfer.id, action, given })
  if (action === 'notReady') await reactSoon(deps, tx, company, step, at, later)
}

/** The simulator supplies what it is asked for, states a hash that comes late, and makes its storm. */
async function answerAsOriginator(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { id, destination, status }: Transfer,
  own: SideRow,
  at: Date,
): Promise<void> {
  const scenario = sendOf(own)
  const personal = { ivms101: inventedData(destination, scenario ?? 'WITH_DATA') }
  const amend = { id, action: 'update.data', given: { personal } } as const
  const asked = await findRequest(tx, id)
  if (status === 'INCOMPLETE')
    return tryActs(deps, tx, company, at, amend, { id, action: 'approve' })
  if (asked && !asked.answered_at && !asked.ended_at) return tryActs(deps, tx, company, at, amend)
  const hashDue = own.created_at.getTime() + hashAfterMs
  if (scenario === 'LATE_HASH' && own.tx_hash === null && at.getTime() >= hashDue)
    return tryActs(deps, tx, company, at, {
      id,
      action: 'update.hash',
      given: { txHash: hashOf(id) },
    })
  if (scenario === 'WEBHOOK_STORM' && own.version < 3)
    return tryActs(deps, tx, company, at, ...Array<Wanted>(stormSize).fill(amend))
}

/** What stands for the hash of a transfer's transaction: no network knows it. */
const hashOf = (id: string): string => `0x${id.replaceAll('-', '').repeat(2)}`

/** Acts one after the other; what the transfer no longer allows is left. */
async function tryActs(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  at: Date,
  ...wanted: readonly Wanted[]
): Promise<void> {
  try {
    for (const one of wanted) await act(deps, tx, simulatorDoer(company, at), one)
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
  }
}
