import type { Action, HeldBy, ReasonCode, Side } from '@countersign/contracts/transactions'
import { type Facts, isHeld } from '../act/index.ts'
import type { Company, TransactionsDeps } from '../deps.ts'
import { hasContact } from '../reach/index.ts'
import { canOpen } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { allowsNoAnswer, countryOf, ruleOf } from '../threshold/index.ts'
import type { PersonalDataGiven } from './amend.ts'
import type { CheckResult } from './check.store.ts'
import { counterpartyDisabled } from './errors.ts'
import { otherOf } from './party.rules.ts'
import type { NewRequest } from './request.store.ts'
import { findSettings } from './setting.store.ts'
import type { SideRow } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/** Another counterparty, or where somebody there can be reached. */
export type RouteGiven = {
  readonly to?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Rates of the other company's currency that weren't asked for before. */
  readonly rates?: Readonly<Record<string, string>> | undefined
  /** What holds the transfer until it is decided anew. */
  readonly heldBy: HeldBy
}

/** What whoever acts brings along. */
export type Given = {
  readonly reason?: ReasonCode | undefined
  readonly comment?: string | undefined
  readonly notBroadcast?: boolean | undefined
  /** The own customer whom it is about. */
  readonly customerRef?: string | undefined
  /** The company that a transfer is handed to. */
  readonly to?: string | undefined
  readonly route?: RouteGiven | undefined
  readonly until?: Date | undefined
  readonly txHash?: string | undefined
  readonly vout?: number | undefined
  readonly personal?: PersonalDataGiven | undefined
  readonly request?: NewRequest | undefined
  /** The transfer that takes the place of this one. */
  readonly mergedInto?: string | undefined
  readonly check?: CheckResult | undefined
  readonly tags?: readonly string[] | undefined
}

/** A counterparty is reachable once it is enabled and somebody works for it, or the network knows whom to write to. */
export const isReachable = (company: Company | undefined): boolean =>
  company?.enabled === true && company.hasAdmin

/** Reads all that decides an act of a company. The transfer and the company's side are held. */
export async function factsOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transfer, own, side, action }: { transfer: Transfer; own: SideRow; side: Side; action: Action },
  given: Given,
): Promise<
  Facts & {
    readonly counterparty: Company | undefined
    readonly blocked: boolean
    readonly unverified: boolean
  }
> {
  // Until it is sent, a transfer can still get another counterparty.
  const to = given.route?.to ?? given.to
  const other = own.role === 'O' && to !== undefined ? to : otherOf(transfer, company)
  const [counterparty] = other === null ? [] : await deps.counterparties(tx, company, [other])
  const blocked = counterparty?.verdict === 'BLOCKED'
  // Who asks for the data of a deposit might have read about it on the chain.
  const unverified = transfer.by_beneficiary && counterparty?.verified !== true
  const isOriginators = own.role !== 'B'
  const hash = own.tx_hash
  return {
    counterparty,
    blocked,
    reachable:
      isReachable(counterparty) ||
      (counterparty?.enabled === true && hasAddress(own, transfer, given)) ||
      (await hasContact(tx, counterparty)),
    planAllows:
      isOriginators && sending.has(action) && !own.simulated
        ? await deps.allowance(tx, company, other)
        : true,
    held: isHeld(own.held_by, action),
    type: transfer.type,
    internal: own.role === 'I',
    complete: await completenessOf(tx, company, transfer),
    skip: transfer.skip,
    hashSet: hash !== null,
    givenHash: given.txHash?.toLowerCase() === hash?.toLowerCase() ? 'SAME' : 'OTHER',
    named: side === 'originator',
    originatorKnown: transfer.originator_did !== null,
    processed: own.processed_at !== null,
    notBroadcast: given.notBroadcast === true,
    released: isOriginators ? own.released_at !== null : await canOpen(tx, company, transfer.id),
    withheld: own.withheld_by !== null,
    mayRelease: !blocked && counterparty?.enabled === true && !unverified,
    unverified,
    ...(given.reason && { reason: given.reason }),
    ...(given.to !== undefined && {
      target: await targetOf(
        deps,
        tx,
        own.role === 'O' ? otherOf(transfer, company) : company,
        given.to,
      ),
    }),
    onNoResponse:
      action === 'expire' ? await whatNoResponseMeans(deps, tx, company, counterparty) : 'WAIT',
    deadlineRule: false,
    match: given.mergedInto !== undefined,
    everSent: transfer.sent_at !== null,
    ownIncomplete: transfer.by_beneficiary && own.role === 'B',
  }
}

/** The originator knows whom to write to: of a company that is named anew, only who is named with it. */
const hasAddress = (own: SideRow, transfer: Transfer, { route }: Given): boolean =>
  route?.email !== undefined ||
  (own.contact_sealed !== null &&
    (route?.to === undefined || route.to === transfer.beneficiary_did))

/** The settings in force now, and the law of the counterparty's country as it is now. */
async function whatNoResponseMeans(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  counterparty: Company | undefined,
): Promise<Facts['onNoResponse']> {
  const { action, processFor } = (await findSettings(tx, company)).onNoResponse
  const country = counterparty ? countryOf(counterparty) : null
  if (country === null || !processFor.includes(country)) return action
  return allowsNoAnswer(ruleOf(await deps.jurisdictions(tx), country)) ? 'PROCESS' : 'WAIT'
}

/** What may send a transfer: then the plan is asked. */
const sending = new Set<Action>(['approve', 'contactFound', 'redirect', 'update.route'])

/** Where a redirect leads, as seen by the company that redirects. */
async function targetOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string | null,
  to: string,
): Promise<NonNullable<Facts['target']>> {
  if (to === company) return 'SELF'
  if (company === null) return 'OUTSIDE'
  if ((await deps.survivorOf(tx, company)) === to) return 'SURVIVOR'
  const [own, target] = await Promise.all(
    [company, to].map(async (did) => (await deps.companies(tx, [did]))[0]),
  )
  if (!own || !target || own.group !== target.group) return 'OUTSIDE'
  if (!target.enabled) throw counterpartyDisabled()
  return 'GROUP'
}

/** Whether a transfer has its required data. A deposit has it once the originator has supplied it. */
async function completenessOf(
  tx: TransactionsTx,
  company: string,
  { id, status }: Transfer,
): Promise<Facts['complete']> {
  if (status === 'INCOMPLETE') return (await canOpen(tx, company, id)) ? 'YES' : 'NO'
  return status === 'MISSING_BENEFICIARY_DATA' ? 'ONLY_BENEFICIARY_MISSING' : 'YES'
}
