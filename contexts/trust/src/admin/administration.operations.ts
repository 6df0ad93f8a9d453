import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@countersign/contracts'
import {
  type AdministeredVasp,
  administration as contract,
  deregistered,
  networkIssuer,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { cursorOf, PlaceText } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import { getVasp } from '../company/index.ts'
import { handlers, type InCompany } from '../handlers.ts'
import { addClaims, materialChanges, setReason, updated } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { expireAfterChange } from '../verification/index.ts'
import {
  administeredVasp,
  countAdministered,
  findAdministered,
  findOneAdministered,
  saveNetworkFields,
} from './administration.store.ts'

/** All companies, as the network administers them. */
export const administration = handlers(contract, {
  list: ({ deps: { database, vault } }, { query }) =>
    database.withNobody((tx) => listAdministered(tx, vault, query)),
  get: ({ tx, company }) => getAdministered(tx, company),
  update,
})

const cursors = cursorOf('companies', z.tuple([PlaceText, PlaceText]))
const noSuchCompany = () => fail('not_found', 'No such company')

function placeOf(vault: Vault, cursor: string) {
  const [sortName, did] = cursors.read(vault, cursor)
  return { sortName, did }
}

/** A page of all companies, by name. */
async function listAdministered(
  tx: TrustTx,
  vault: Vault,
  { cursor, per_page, ...filter }: Input<typeof contract.list>['query'],
) {
  const found = await findAdministered(
    tx,
    filter,
    cursor ? placeOf(vault, cursor) : undefined,
    per_page,
  )
  const page = found.slice(0, per_page)
  const last = page.at(-1)
  return {
    companies: page.map(administeredVasp),
    total: await countAdministered(tx, filter),
    next:
      last && found.length > per_page
        ? cursors.write(vault, [last.sort_name, last.vasp_did])
        : null,
  }
}

/** One company with what only the network sees. @throws 404 */
export async function getAdministered(tx: TrustTx, did: string): Promise<AdministeredVasp> {
  const row = await findOneAdministered(tx, did)
  if (!row) throw noSuchCompany()
  return administeredVasp(row)
}

/** States what the network knows of a company. Only what really changes is claimed and told. @throws 404 */
async function update(
  { tx, company: did, actor, at }: InCompany,
  { body: { fields, reason } }: Input<typeof contract.update>,
) {
  const row = await findOneAdministered(tx, did, true)
  if (!row) throw noSuchCompany()
  const { vasp, emailDomains } = administeredVasp(row)
  const before: Record<string, unknown> = { ...vasp, emailDomains }
  const changed = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name]),
    ),
  )
  const names = Object.keys(changed)
  if (names.length === 0) return getVasp(tx, did)
  await saveNetworkFields(tx, did, changed, at)
  // Domains decide who may join; they are the company's own business and no claim for others to read.
  const { emailDomains: _, ...claimed } = changed
  if (Object.keys(claimed).length > 0) await addClaims(tx, did, claimed, networkIssuer, at)
  const { regulatoryStatus } = fields
  if (names.includes('regulatoryStatus')) {
    const gone = deregistered.includes(regulatoryStatus ?? '')
    await setReason(tx, did, 'DEREGISTERED', gone ? { reason: reason ?? null } : null, at)
  }
  await expireAfterChange(tx, actor, did, materialChanges(before, changed), at)
  emit(tx, updated(did, names, at))
  await audit(tx, actor, at, {
    company: did,
    action: 'administration.update',
    detail: Object.fromEntries(
      names.map((name) => [name, { from: before[name] ?? null, to: changed[name] }]),
    ),
  })
  return getVasp(tx, did)
}
