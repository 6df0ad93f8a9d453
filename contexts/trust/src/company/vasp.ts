import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import {
  findClaims,
  findIssuers,
  findVasp,
  isAttested,
  listedVasp,
  lockProfile,
  materialChanges,
  saveProfile,
  stateLei,
  updated,
} from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { expireAfterChange } from '../verification/index.ts'

const noSuchCompany = () => fail('not_found', 'No such company')

/** A company with who asserted what. @throws 404 */
export async function getVasp(tx: TrustTx, did: string) {
  const row = await findVasp(tx, did)
  if (!row) throw noSuchCompany()
  const issuers = await findIssuers(tx, did)
  const vasp = listedVasp(row)
  return {
    ...vasp,
    issuers: Object.fromEntries(
      issuers.map(({ field, issuer, issued_at, expires_at }) => [
        field,
        {
          issuerDid: isAttested(vasp.registers, issuer) ? issuer : did,
          since: issued_at.toISOString(),
          expirationDate: expires_at?.toISOString() ?? null,
        },
      ]),
    ),
  }
}

/** Every value of every field, newest first. @throws 404 */
export async function getProfileHistory(tx: TrustTx, did: string) {
  if (!(await findVasp(tx, did))) throw noSuchCompany()
  const claims = Map.groupBy(await findClaims(tx, did), (claim) => claim.field)
  return {
    did,
    fields: [...claims].map(([fieldName, values]) => ({
      fieldName,
      values: values.map(({ value, issuer, issued_at, expires_at }) => ({
        value,
        issuer,
        issuanceDate: issued_at.toISOString(),
        expirationDate: expires_at?.toISOString() ?? null,
      })),
    })),
  }
}

/** Who states values of a company, and on what they were based. */
type Statement = {
  /** The company itself when absent. */
  readonly issuer?: string
  /** The version of the profile that the writer saw. */
  readonly version?: number | undefined
}

/**
 * States new values of a company's fields: in its own name, the network's or a register's. Only what really
 * changes is claimed and told; a verification ends when it was given for other values.
 * @throws 404 without the company, 409 when somebody else was faster or another company has the LEI, 422
 */
export async function updateProfile(
  tx: TrustTx,
  actor: Actor,
  did: string,
  fields: Profile,
  at: Date,
  { issuer = did, version }: Statement = {},
) {
  const found = await lockProfile(tx, did)
  if (!found) throw noSuchCompany()
  const { profile: before } = found
  if (version !== undefined && version !== found.version) throw changedMeanwhile()
  if (fields.name === null) throw invalid(['body', 'fields', 'name'], 'Enter a name')
  const year = fields.yearFounded
  if (year && Number(year) > at.getUTCFullYear())
    throw invalid(['body', 'fields', 'yearFounded'], 'This year is in the future')
  const changed = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value ?? null, Reflect.get(before, name) ?? null),
    ),
  )
  const names = Object.keys(changed)
  if (names.length > 0) {
    if ('lei' in changed) await stateLei(tx, did, fields.lei ?? null, issuer, at)
    await saveProfile(tx, did, { ...before, ...changed }, changed, issuer, at)
    await expireAfterChange(tx, actor, did, materialChanges(before, changed), at)
    emit(tx, updated(did, names, at))
    await audit(tx, actor, at, {
      company: did,
      action: 'vasp.update',
      detail: { fields: names, ...(issuer !== did && { issuer }) },
    })
  }
  return getVasp(tx, did)
}

/** The answer to the second of two people who edit one company at once. */
export const changedMeanwhile = () =>
  fail(
    'conflict',
    'Someone else has changed this company since you opened it. Reload it, then make your change.',
  )
