import type { Input } from '@countersign/contracts'
import { networkChain } from '@countersign/contracts/identity'
import {
  type Action,
  network as contract,
  type Status,
  type UnreachableCase,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { noticeLater } from '@countersign/kit/mail'
import type { Caller, Company, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { claimMail } from '../reach/index.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Followed } from '../transfer/index.ts'
import {
  type Case,
  findCase,
  findCases,
  redirectLater,
  retryCase,
  saveCase,
} from './network.store.ts'

type Calling = Call<TransactionsDeps, Caller>

/** At most so many cases are listed. */
const maxCases = 500

const inNetwork = <T>({ deps }: Calling, work: (tx: TransactionsTx) => Promise<T>): Promise<T> =>
  deps.database.withTenant(networkChain, work)

function causeOf({ company_did, contact }: Case, company: Company | undefined) {
  if (company_did === null) return 'NOT_IN_DIRECTORY'
  if (!company?.enabled) return 'DISABLED'
  return company.hasAdmin || contact !== null ? 'REACHABLE' : 'NO_USERS'
}

const shown = (one: Case, company: Company | undefined): UnreachableCase => ({
  id: one.id,
  vaspDID: one.company_did,
  name: company?.name ?? one.name,
  website: null,
  cause: causeOf(one, company),
  contact: one.contact,
  waiting: one.waiting,
  companies: one.companies,
  oldestAt: one.oldest_at?.toISOString() ?? null,
})

/** What the step of a company hears from the network. */
const said = (action: Action, status: Status, target: string | undefined, at: Date): Followed => ({
  action,
  side: 'network',
  by: 'NETWORK',
  company: null,
  from: status,
  to: status,
  reason: null,
  at: at.toISOString(),
  ...(target !== undefined && { target }),
})

/** Companies that transfers can't reach. */
const unreachable = (call: Calling) =>
  inNetwork(call, async (tx) => {
    const cases = await findCases(tx, maxCases)
    const dids = cases.flatMap(({ company_did: did }) => (did === null ? [] : [did]))
    const companies = new Map(
      (await call.deps.companies(tx, dids)).map((company) => [company.did, company]),
    )
    return { cases: cases.map((one) => shown(one, companies.get(one.company_did ?? ''))) }
  })

/** Writes to a contact, or says which company a name stands for; what waits tries again. @throws 404, 409, 422 */
const resolve = (call: Calling, { caseId, body }: Input<typeof contract.resolve>) =>
  inNetwork(call, async (tx) => {
    const { deps, actor, at } = call
    const { contact, vaspDID } = body
    const found = await findCase(tx, caseId)
    if (!found) throw fail('not_found', 'No such case')
    if ((contact === undefined) === (vaspDID === undefined))
      throw invalid(['body', 'contact'], 'Give either a contact or a company')
    // Whom the sender has named, nobody exchanges: the data would go to whomever the operator likes.
    if (vaspDID !== undefined && found.company_did !== null)
      throw fail('conflict', 'The senders named this company. Add a contact there instead.')
    const did = vaspDID ?? found.company_did
    const [company] = did === null ? [] : await deps.companies(tx, [did])
    if (!company) throw invalid(['body', 'vaspDID'], 'Choose a company of the directory')
    if (!company.enabled) throw fail('conflict', 'This company is disabled')
    await saveCase(tx, caseId, contact, at)
    if (contact !== undefined) noticeLater(tx, claimMail(deps.origin, contact, company), at)
    const target = did === found.company_did ? undefined : (did ?? undefined)
    const what = said('contactFound', 'WAITING_FOR_INFORMATION', target, at)
    const retried = await retryCase(tx, caseId, what, at)
    await audit(tx, actor, at, {
      company: networkChain,
      action: 'network.resolveUnreachable',
      object: company.did,
      detail: { retried, by: contact === undefined ? 'company' : 'contact' },
    })
    return { retried }
  })

/** Lets the company that has a transfer hand it on. @throws 404 there is none that could be handed on */
const redirect = (call: Calling, { body: { id, to } }: Input<typeof contract.redirect>) =>
  inNetwork(call, async (tx) => {
    const { deps, actor, at } = call
    const [target] = await deps.companies(tx, [to])
    if (!target) throw invalid(['body', 'to'], 'Choose a company of the directory')
    if (!(await redirectLater(tx, id, said('redirect', 'SENT', to, at), at)))
      throw fail('not_found', 'No transfer with this ID can be redirected')
    await audit(tx, actor, at, {
      company: networkChain,
      action: 'network.redirectTransfer',
      object: id,
      detail: { to },
    })
    return { accepted: true as const }
  })

/** What the network's desk does about transfers. */
export const network = handlers(contract, { unreachable, resolve, redirect })
