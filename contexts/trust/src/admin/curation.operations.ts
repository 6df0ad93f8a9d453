import type { Input } from '@countersign/contracts'
import {
  curation as contract,
  type Duplicates,
  duplicateKinds,
  type Listing,
  networkReader,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import { hasSubsidiaries, lockGroups } from '../group/index.ts'
import { handlers, type InCompany } from '../handlers.ts'
import {
  addDomains,
  bindEntry,
  closeCompany,
  findClaimedEntries,
  findDuplicates,
  lockListing,
  lockRegisters,
  registersOf,
  saveRegister,
  setListing,
  setReason,
  updated,
  within,
} from '../profile/index.ts'
import { attest, findRecord, findSaid } from '../registry/index.ts'
import type { TrustTx } from '../tables.ts'
import { endWebhooks } from '../webhooks/index.ts'
import { getAdministered } from './administration.operations.ts'
import {
  administeredVasp,
  findOneAdministered,
  findSomeAdministered,
} from './administration.store.ts'

const noSuchCompany = () => fail('not_found', 'No such company')

/** What the network lists, merges and removes. */
export const curation = handlers(contract, {
  registerEntries: ({ deps }) => deps.database.withTenant(networkReader, listClaimedEntries),
  decideRegisterEntry,
  list,
  duplicates: ({ deps }) => deps.database.withNobody(listDuplicates),
  remove,
})

/** Entries of registers that wait for the network. In the network's own transaction. */
async function listClaimedEntries(tx: TrustTx) {
  const rows = await findClaimedEntries(tx, 100)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.flatMap(({ did, name, website, registers, said }) =>
      registersOf(registers).map((entry) => ({ did, name, website, entry, said: said ?? {} })),
    ),
  }
}

/**
 * Confirms that an entry is the company's, so that the register stands for what it said, or releases it.
 * @throws 404, 409 when the company claims another entry by now, or another company's is confirmed
 */
async function decideRegisterEntry(
  { tx, company: did, actor, at }: InCompany,
  { body: { registry, externalId, action } }: Input<typeof contract.decideRegisterEntry>,
) {
  const own = await lockRegisters(tx, did)
  if (!own) throw noSuchCompany()
  if (own[registry]?.externalId !== externalId)
    throw fail('conflict', 'The company no longer claims this entry. Reload the page.')
  const detail = { registry, externalId }
  if (action === 'confirm') {
    const said = await findSaid(tx, did, registry, externalId)
    const record = (await findRecord(tx, did, registry)) ?? {}
    await bindEntry(tx, did, registry, externalId, 'network', at)
    // An LEI that was stated by hand is GLEIF's word from now on.
    const all = registry === 'GLEIF' ? { ...said, lei: externalId } : said
    await attest(tx, actor, did, { registry, externalId, record, said: all }, at)
  } else await saveRegister(tx, did, registry, null, at)
  emit(tx, updated(did, ['registers'], at))
  await audit(tx, actor, at, { company: did, action: `registry.${action}`, detail })
  return getAdministered(tx, did)
}

/** Which listings a company can come from. */
const from: { readonly [A in 'list' | 'decline']: readonly Listing[] } = {
  list: ['pending', 'declined', 'withdrawn', 'deleted'],
  decline: ['pending', 'listed'],
}

/** Shows a company in the directory or keeps it out, and tells its admins. @throws 404, 409, 422 */
async function list(
  { tx, company: did, actor, at, deps }: InCompany,
  { body: { action, reason } }: Input<typeof contract.list>,
) {
  const found = await lockListing(tx, did)
  if (!found) throw noSuchCompany()
  if (action === 'decline' && !reason)
    throw invalid(['body', 'reason'], 'Enter a reason (visible to the company)')
  if (!from[action].some((one) => one === found.listing))
    throw fail('conflict', `Not possible for a company that is ${found.listing}`)
  await setListing(tx, did, action === 'list' ? 'listed' : 'declined', at)
  const name = String(Reflect.get(Object(found.profile), 'name'))
  for (const to of await deps.adminAddresses(tx, did))
    noticeLater(tx, listingMail(to, name, action, reason), at)
  emit(tx, updated(did, ['listing'], at))
  await audit(tx, actor, at, {
    company: did,
    action: `directory.${action}`,
    detail: { from: found.listing },
  })
  return getAdministered(tx, did)
}

const listingMail = (
  to: string,
  name: string,
  action: 'list' | 'decline',
  reason: string | undefined,
) => ({
  to,
  subject: `${name} and the directory`.slice(0, 200),
  text:
    action === 'list'
      ? `The network has reviewed ${name}. Other companies now find it in the directory.\n`
      : `The network does not list ${name} in its directory.\n\nIts reason:\n${reason ?? ''}\n`,
})

/** Companies that may be one. */
async function listDuplicates(tx: TrustTx): Promise<{ groups: Duplicates[] }> {
  const groups = await findDuplicates(tx, 100)
  const rows = await findSomeAdministered(tx, [...new Set(groups.flatMap(({ dids }) => dids))])
  const companies = new Map(rows.map((row) => [row.vasp_did, administeredVasp(row)]))
  return {
    groups: groups.flatMap(({ by, value, dids }) => {
      const kind = duplicateKinds.find((one) => one === by)
      return kind === undefined
        ? []
        : [{ by: kind, value, companies: dids.flatMap((did) => companies.get(did) ?? []) }]
    }),
  }
}

/**
 * Takes a company out of the network, or merges it into another one: its DID leads there from then on, and
 * its email domains go over.
 * @throws 404, 409 when it is gone already, has subsidiaries, or the other company is not listed
 */
async function remove(
  { tx, company: did, actor, at, deps }: InCompany,
  { query }: Input<typeof contract.remove>,
) {
  const { redirectDID: redirect = null } = query
  if (redirect === did) throw fail('conflict', 'A company can’t be merged into itself')
  // No two mergers at once, or they could lead to each other.
  await lockGroups(tx)
  const found = await lockListing(tx, did)
  if (!found) throw noSuchCompany()
  if (found.listing === 'merged' || found.listing === 'deleted')
    throw fail('conflict', `This company is already ${found.listing}`)
  if (await hasSubsidiaries(tx, did))
    throw fail('conflict', 'The company has subsidiaries. Remove them from its group first.')
  const target = redirect === null ? undefined : await findOneAdministered(tx, redirect)
  if (redirect !== null && target?.listing !== 'listed')
    throw fail('conflict', 'The company to merge into isn’t in the directory')
  const admins = await deps.adminAddresses(tx, did)
  await endWebhooks(deps, tx, did, at)
  await closeCompany(tx, did, redirect, at)
  await setReason(tx, did, 'DISABLED', { reason: redirect ? 'Merged' : 'Deleted' }, at)
  if (redirect !== null)
    await within(tx, redirect, did, () => addDomains(tx, redirect, found.email_domains, at))
  const name = String(Reflect.get(Object(found.profile), 'name'))
  for (const to of admins) noticeLater(tx, removalMail(to, name), at)
  const detail = { ...(redirect !== null && { redirect }) }
  for (const company of [did, ...(redirect ? [redirect] : [])].toSorted())
    await audit(tx, actor, at, { company, action: 'directory.remove', object: did, detail })
  const listing: Listing = redirect === null ? 'deleted' : 'merged'
  return { did, listing, redirectDID: redirect, at: at.toISOString() }
}

const removalMail = (to: string, name: string) => ({
  to,
  subject: `${name} was removed`.slice(0, 200),
  text: `The network has removed ${name}. Its members no longer have access.\n`,
})
