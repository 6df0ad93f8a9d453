import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@countersign/contracts'
import {
  registry as contract,
  type GleifRecord,
  isLei,
  type Profile,
  type RegisterProof,
  type Registry,
  type RegistryFields,
  type VaspnetResult,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { websiteDomain } from '@countersign/kit/mail-domain'
import { emit } from '@countersign/kit/outbox'
import { findPrivate, getVasp, updateProfile } from '../company/index.ts'
import { handlers, type OwnTransaction } from '../handlers.ts'
import {
  actsForNetwork,
  addClaims,
  bindEntry,
  findVasp,
  lockProfile,
  updated,
} from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { expireAfterChange } from '../verification/index.ts'
import type { Gleif } from './gleif.ts'
import { entryFields, type LicenceEntry, leiFacts, leiFields } from './registry.rules.ts'
import { findSaid, saveRegistryRecord, setRegulatoryStatus } from './registry.store.ts'
import type { LicenceRegister } from './vaspnet.ts'

/** Registers of legal entities and of licences, and what a company takes from them. */
export const registry = handlers(contract, {
  searchGleif,
  updateFromGleif,
  searchVaspnet: async ({ deps }, { query }) => ({
    vaspResults: (await entriesOf(deps.licences, query)).map(asWire),
  }),
  updateFromVaspnet,
})

async function recordOf(gleif: Gleif, given: string) {
  const lei = given.trim().toUpperCase()
  if (!isLei(lei))
    throw fail('bad_request', 'This is not a valid LEI (20 characters, wrong check digits)', {
      wire: 'ValidationError',
    })
  const record = await gleif.find(lei)
  if (!record) throw fail('not_found', 'No entity with this LEI')
  return record
}

/** The entity of an identifier. @throws 400 for wrong check digits, 404, 502, 503 */
async function searchGleif(
  { deps }: OwnTransaction,
  { query: { LEI, convertToSimpleVASP } }: Input<typeof contract.searchGleif>,
): Promise<GleifRecord> {
  const record = await recordOf(deps.gleif, LEI)
  return {
    ...leiFacts(record),
    ...(convertToSimpleVASP === 'true' && { vasp: leiFields(record) }),
  }
}

const asWire = (entry: LicenceEntry): VaspnetResult => ({ ...entry, vasp: entryFields(entry) })

/** Entries of the register of licences. @throws 400, 501, 502, 503 */
async function entriesOf(
  register: LicenceRegister,
  { vaspName, countryCode }: { vaspName: string; countryCode?: string | undefined },
): Promise<LicenceEntry[]> {
  if (vaspName.length < 2)
    throw fail('bad_request', 'Enter at least 2 characters', { wire: 'ValidationError' })
  const country = countryCode?.trim().toUpperCase() || undefined
  if (country && !/^[A-Z]{2}$/.test(country))
    throw fail('bad_request', 'Enter a two-letter country code such as SG', {
      wire: 'ValidationError',
    })
  return register.search({ vaspName, countryCode: country })
}

/**
 * Takes fields from GLEIF. The record is fetched anew here: the caller names fields, never values.
 * @throws 400, 404, 409 for an identifier that is not the company's, 422 for a field that it does not have
 */
async function updateFromGleif(
  { caller, actor, at, deps }: OwnTransaction,
  { body: { did, LEI, fields } }: Input<typeof contract.updateFromGleif>,
) {
  const record = await recordOf(deps.gleif, LEI)
  const { lei } = record.attributes
  return deps.database.withTenant(did, async (tx) => {
    const own = (await lockProfile(tx, did))?.profile
    if (!own) throw fail('not_found', 'No such company')
    if (own.lei !== lei && !fields.includes('lei'))
      throw fail('conflict', 'This isn’t your company’s LEI. Apply the LEI as well.')
    const said = chosen(leiFields(record), fields)
    // GLEIF's records name no website, so that only the network can tell whose they are.
    const proof = actsForNetwork(caller.viewer.grants, did) ? 'network' : null
    const source = { registry: 'GLEIF', externalId: lei, record: leiFacts(record), said } as const
    return take(tx, actor, did, source, proof, at)
  })
}

/**
 * Takes fields from an entry of the register of licences, which is looked up anew.
 * @throws 400, 404, 409 for another company's entry, 422 for a field that it does not have, 501, 502, 503
 */
async function updateFromVaspnet(
  { caller, actor, at, deps }: OwnTransaction,
  { body: { did, externalId, fields, ...question } }: Input<typeof contract.updateFromVaspnet>,
) {
  const entries = await entriesOf(deps.licences, question)
  const entry = entries.find((one) => one.externalId === externalId)
  if (!entry) throw fail('not_found', 'The register has no such entry')
  return deps.database.withTenant(did, async (tx) => {
    const own = await findPrivate(tx, did)
    if (!own) throw fail('not_found', 'No such company')
    const proof = actsForNetwork(caller.viewer.grants, did)
      ? 'network'
      : isAtDomain(entry, own.email_domains)
        ? 'domain'
        : null
    const said = chosen(entryFields(entry), fields)
    const source = { registry: 'VASPnet', externalId, record: entry, said } as const
    return take(tx, actor, did, source, proof, at)
  })
}

/** Whether an entry's own site is at a domain that the company has proven: equal, nothing less. */
function isAtDomain({ website }: LicenceEntry, emailDomains: readonly string[]): boolean {
  const domain = website === null ? null : websiteDomain(website)
  return domain !== null && emailDomains.includes(domain)
}

function chosen(said: RegistryFields, names: readonly string[]): RegistryFields {
  const missing = names.filter((name) => !Object.hasOwn(said, name))
  if (missing.length > 0)
    throw invalid(['body', 'fields'], `The register has no value for: ${missing.join(', ')}`)
  return Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)))
}

/** What a register says, and where it says so. */
export type RegisterSource = {
  readonly registry: Registry
  readonly externalId: string
  readonly record: object
  readonly said: RegistryFields
}

/** What is never taken from an entry that is only claimed: it would look like a licence. */
const licenceFields = ['regulatoryStatus', 'regulatoryAuthorities', 'certificates'] as const

/**
 * Takes what a register says of a company. Where nothing proves that the entry is the company's, the values
 * are the company's own statement, and what the register says of licences waits for the network.
 */
async function take(
  tx: TrustTx,
  actor: Actor,
  did: string,
  source: RegisterSource,
  proof: RegisterProof | null,
  at: Date,
) {
  const { registry, externalId, record, said } = source
  if (await bindEntry(tx, did, registry, externalId, proof, at))
    return attest(tx, actor, did, source, at)
  const waiting = await findSaid(tx, did, registry, externalId)
  await saveRegistryRecord(tx, did, registry, externalId, record, at, { ...waiting, ...said })
  const own = Object.fromEntries(
    Object.entries(said).filter(([name]) => !licenceFields.some((one) => one === name)),
  )
  await updateProfile(tx, actor, did, own, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'registry.claim',
    detail: { registry, externalId, fields: Object.keys(said) },
  })
  return getVasp(tx, did)
}

/** Takes what a register says of a company whose entry is confirmed; the register becomes the issuer. */
export async function attest(
  tx: TrustTx,
  actor: Actor,
  did: string,
  { registry, externalId, record, said }: RegisterSource,
  at: Date,
) {
  const { regulatoryStatus, ...profile } = said
  await confirm(tx, actor, did, registry, profile, at)
  await updateProfile(tx, actor, did, profile, at, { issuer: registry })
  await saveRegistryRecord(tx, did, registry, externalId, record, at, {})
  const before = (await findVasp(tx, did))?.regulatory_status ?? null
  if (regulatoryStatus && regulatoryStatus !== before) {
    await setRegulatoryStatus(tx, did, regulatoryStatus, `${registry} says so`, at)
    await addClaims(tx, did, { regulatoryStatus }, registry, at)
    await expireAfterChange(tx, actor, did, ['regulatoryStatus'], at)
    emit(tx, updated(did, ['regulatoryStatus'], at))
    await audit(tx, actor, at, {
      company: did,
      action: 'vasp.update',
      detail: {
        fields: ['regulatoryStatus'],
        from: before,
        to: regulatoryStatus,
        issuer: registry,
      },
    })
  }
  return getVasp(tx, did)
}

/** What the company had stated itself and a register says too: from now on the register stands for it. */
async function confirm(
  tx: TrustTx,
  actor: Actor,
  did: string,
  registry: Registry,
  said: Profile,
  at: Date,
): Promise<void> {
  const { issuers, ...stated } = await getVasp(tx, did)
  const agreed = Object.entries(said).filter(
    ([name, value]) =>
      issuers[name]?.issuerDid !== registry && isDeepStrictEqual(value, Reflect.get(stated, name)),
  )
  if (agreed.length === 0) return
  await addClaims(tx, did, Object.fromEntries(agreed), registry, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'vasp.confirm',
    detail: { fields: agreed.map(([name]) => name), issuer: registry },
  })
}
