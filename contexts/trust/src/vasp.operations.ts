import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { addEvent } from './outbox.store.ts'
import type { TrustTx } from './tables.ts'
import {
  findClaims,
  findIssuers,
  findVasp,
  listedVasp,
  lockProfile,
  saveProfile,
} from './vasp.store.ts'
import { expireAfterChange } from './verification.operations.ts'

const noSuchCompany = () => fail('not_found', 'No such company')

/** A company with who asserted what. @throws 404 */
export async function getVasp(tx: TrustTx, did: string) {
  const row = await findVasp(tx, did)
  if (!row) throw noSuchCompany()
  const issuers = await findIssuers(tx, did)
  return {
    ...listedVasp(row),
    issuers: Object.fromEntries(
      issuers.map(({ field, issuer, issued_at, expires_at }) => [
        field,
        {
          issuerDid: issuer,
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

/**
 * States new values of the company's own fields, in its own name or in a register's. Only what really
 * changes is claimed and told; a verification ends when it was given for other values.
 * @throws 404 without the company, 422 when the name is cleared
 */
export async function updateProfile(
  tx: TrustTx,
  actor: Actor,
  did: string,
  fields: Profile,
  at: Date,
  issuer: string = did,
) {
  const before = await lockProfile(tx, did)
  if (!before) throw noSuchCompany()
  if (fields.name === null) throw invalid(['body', 'fields', 'name'], 'A company needs a name')
  const changed = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value ?? null, Reflect.get(before, name) ?? null),
    ),
  )
  const names = Object.keys(changed)
  if (names.length > 0) {
    await saveProfile(tx, did, { ...before, ...changed }, changed, issuer, at)
    await expireAfterChange(tx, actor, did, names, at)
    await addEvent(tx, did, updated(did, names, at), at)
    await audit(tx, actor, at, {
      company: did,
      action: 'vasp.update',
      detail: { fields: names, ...(issuer !== did && { issuer }) },
    })
  }
  return getVasp(tx, did)
}

/** The event that tells which fields of a company changed. */
export const updated = (did: string, fields: string[], at: Date) => ({
  type: 'vasp.updated' as const,
  payload: { type: 'vasp.updated', did, fields, updatedAt: at.toISOString() },
})
