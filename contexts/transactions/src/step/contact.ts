import { system } from '@countersign/kit/audit'
import { Failure } from '@countersign/kit/errors'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { act, type Doer, findSide, findTransfer, type Step, stepOf } from '../transfer/index.ts'
import { again } from './again.ts'
import { reassess } from './reassess.ts'

/** Between two looks for a way to reach a counterparty. */
const hourMs = 3_600_000

/** The network's desk, as one who acts in the tenant of a company. */
const networkOf = (company: string, at: Date): Doer => ({
  company,
  at,
  did: null,
  by: 'NETWORK',
  actor: system,
})

/**
 * Looks whether a counterparty that could not be reached can be by now, and sends the transfer then. The network may
 * have named another company, or found somebody to write to.
 */
export async function seekContact(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const own = await findSide(tx, company, transferId)
  if (own?.status !== 'WAITING_FOR_INFORMATION') return
  if (own.held_by !== null && own.held_by !== 'NO_CONTACT' && own.held_by !== 'DISABLED') return
  const isNetworks = args.by === 'NETWORK'
  const doer = isNetworks ? networkOf(company, at) : stepOf(company, at)
  const given = { to: args.target }
  const behind = await tryAct(deps, tx, doer, { id: transferId, action: 'contactFound', given })
  if (behind) return again(tx, company, transferId, 'CONTACT', args, at, at)
  const now = await findTransfer(tx, transferId)
  if (args.target !== undefined && now?.beneficiary_did === args.target)
    await reassess(deps, tx, company, { transferId, version: now.version, args }, at)
  if (!isNetworks && now?.status === 'WAITING_FOR_INFORMATION')
    await again(tx, company, transferId, 'CONTACT', args, at, new Date(at.getTime() + hourMs))
}

/** Hands a transfer to the company that the network names. What the state machine refuses leaves it as it is. */
export async function redirectForNetwork(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, args }: Step,
  at: Date,
): Promise<void> {
  const given = { to: args.target }
  const wanted = { id: transferId, action: 'redirect' as const, given }
  if (await tryAct(deps, tx, networkOf(company, at), wanted))
    await again(tx, company, transferId, 'NETWORK', args, at, at)
}

/** @returns whether the company's side has to follow the transfer first */
async function tryAct(...[deps, tx, doer, wanted]: Parameters<typeof act>): Promise<boolean> {
  try {
    return (await act(deps, tx, doer, wanted)).behind === true
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false
    throw error
  }
}
