import type { HeldBy } from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import { invalid } from '@countersign/kit/errors'
import { noticeLater } from '@countersign/kit/mail'
import type { Facts } from '../act/index.ts'
import type { Company, TransactionsDeps } from '../deps.ts'
import { claimMail } from '../reach/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { completeness, missingIssue, storedThreshold } from '../threshold/index.ts'
import { judgeAgain, missingAgain } from './amend.ts'
import type { Given, RouteGiven } from './facts.ts'
import { counterpartyIn, findContacts, type SideRow, saveSide } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/** Where the sealed address of somebody at the counterparty belongs. */
const contactPlace = (company: string, id: string): string => `contact:${company}:${id}`

/** What another counterparty makes of a transfer. */
export type Rerouting = {
  readonly facts: Partial<Pick<Facts, 'type' | 'complete' | 'held'>>
  /** Another company than before: what was decided about the transfer doesn't count for it. */
  readonly heldBy?: HeldBy
  /** What its law asks for and the data doesn't have. */
  readonly absent: readonly Issue[]
  /** The columns of the transfer, and of the originator's side. */
  readonly transfer: Partial<Pick<Transfer, 'beneficiary_did' | 'beneficiary_name' | 'type'>> & {
    readonly threshold?: string
    readonly price?: string
  }
  readonly side: Partial<SideRow>
}

/** The route that is given for a transfer which hasn't been sent; undefined: it stays as it is. */
export async function readRoute(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transfer, own }: { readonly transfer: Transfer; readonly own: SideRow },
  { route, to }: Given,
  at: Date,
): Promise<Rerouting | undefined> {
  if (own.role !== 'O') return undefined
  if (route) return chosen(deps, tx, company, transfer, route, at)
  return to === undefined ? undefined : found(deps, tx, company, transfer, to)
}

/** The network knows which company is meant. The type gets no lower. */
async function found(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  to: string,
): Promise<Rerouting> {
  const judgement = await judgeAgain(deps, tx, { ...transfer, beneficiary_did: to })
  return {
    facts: {},
    absent: [],
    transfer: {
      beneficiary_did: to,
      threshold: JSON.stringify(storedThreshold(judgement)),
      ...(judgement.type === 'TRAVELRULE' && { type: judgement.type }),
    },
    side: await counterpartyIn(tx, company, to),
  }
}

/** The originator's company names another counterparty, or where somebody there can be reached. */
async function chosen(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  { to, name, email, rates, heldBy }: RouteGiven,
  at: Date,
): Promise<Rerouting> {
  const price = transfer.price && { ...transfer.price, fx: { ...transfer.price.fx, ...rates } }
  const routed = { ...transfer, price, beneficiary_did: to ?? transfer.beneficiary_did }
  const judgement = await judgeAgain(deps, tx, routed)
  const missing = await missingAgain(deps, tx, company, routed, judgement, at)
  const isOther = to !== undefined && to !== transfer.beneficiary_did
  return {
    facts: {
      type: judgement.type,
      complete: completeness(missing),
      ...(isOther && { held: true }),
    },
    absent: missing.map(missingIssue),
    ...(isOther && { heldBy }),
    transfer: {
      ...(name !== undefined && { beneficiary_name: name }),
      ...(isOther && {
        beneficiary_did: to,
        type: judgement.type,
        threshold: JSON.stringify(storedThreshold(judgement)),
        ...(price && { price: JSON.stringify(price) }),
      }),
    },
    side: {
      ...(isOther && (await counterpartyIn(tx, company, to))),
      ...(email !== undefined && {
        contact_sealed: sealContact(deps, company, transfer.id, email),
      }),
      // An address at the company before is none at this one.
      ...(isOther && email === undefined && { contact_sealed: null }),
    },
  }
}

/** Seals where somebody at a counterparty without people here is told that a transfer waits. */
export const sealContact = (
  { vault }: TransactionsDeps,
  company: string,
  id: string,
  email: string,
): Buffer => Buffer.from(vault.seal(email, contactPlace(company, id)))

/** Seals under the server's current main secret the addresses that an older one sealed. @returns how many */
export async function resealContacts(
  tx: TransactionsTx,
  company: string,
  vault: TransactionsDeps['vault'],
): Promise<number> {
  let changed = 0
  for (const { transfer_id: id, contact_sealed: sealed } of await findContacts(tx, company)) {
    if (sealed === null || vault.isCurrent(sealed.toString())) continue
    const place = contactPlace(company, id)
    const anew = Buffer.from(vault.seal(vault.open(sealed.toString(), place), place))
    await saveSide(tx, company, id, { contact_sealed: anew })
    changed++
  }
  return changed
}

/** Tells whom the originator named, where nobody works for the company yet. Neither names nor amounts stand there. */
export function tellContact(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  { vasp_did, transfer_id, contact_sealed }: SideRow,
  counterparty: Company | undefined,
  at: Date,
): void {
  if (contact_sealed === null || !counterparty || counterparty.hasAdmin) return
  const to = deps.vault.open(contact_sealed.toString(), contactPlace(vasp_did, transfer_id))
  // The company chose the address: it writes to strangers no oftener than an invitation may.
  noticeLater(tx, claimMail(deps.origin, to, counterparty), at, { company: vasp_did })
}

/** @throws 422 for a company that can't be reached any better than the one before */
export function mustReach(
  status: Transfer['status'],
  { route }: Given,
  { held, reachable }: Pick<Facts, 'held' | 'reachable'>,
): void {
  if (status !== 'WAITING_FOR_INFORMATION' || !route || !held || reachable) return
  throw invalid(
    ['body', 'beneficiaryVASPdid'],
    'Nobody at this company can be reached. Give an email address there too.',
  )
}
