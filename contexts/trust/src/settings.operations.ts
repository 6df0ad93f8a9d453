import { isDeepStrictEqual } from 'node:util'
import type { Input, RoleGrant } from '@countersign/contracts'
import { holds } from '@countersign/contracts'
import type { settings as contract, VaspSettings } from '@countersign/contracts/trust'
import { compliancePhases, isoCountries, networkIssuer } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import { dayOf, latestDay } from './day.rules.ts'
import { updated } from './profile-event.ts'
import { findCompliance, findSettings, saveCompliance, saveSettings } from './settings.store.ts'
import { actsForNetwork } from './standing.rules.ts'
import type { TrustTx } from './tables.ts'
import { addClaims } from './vasp.store.ts'

const noSuchCompany = () => fail('not_found', 'No such company')

/** The settings of a company. @throws 404 */
export async function getSettings(tx: TrustTx, did: string): Promise<VaspSettings> {
  const found = await findSettings(tx, did)
  if (!found) throw noSuchCompany()
  return found
}

/**
 * Changes settings; what is not given stays.
 * @throws 403 when automatic decryption is changed without the right to decrypt, 404
 */
export async function updateSettings(
  tx: TrustTx,
  caller: { readonly actor: Actor; readonly grants: readonly RoleGrant[] },
  did: string,
  given: Input<typeof contract.update>['body'],
  at: Date,
): Promise<VaspSettings> {
  const before = await findSettings(tx, did, true)
  if (!before) throw noSuchCompany()
  const after: VaspSettings = {
    statusToProcessBlockchain:
      given.statusToProcessBlockchain === undefined
        ? before.statusToProcessBlockchain
        : given.statusToProcessBlockchain,
    vaspDiscoverability: given.vaspDiscoverability ?? before.vaspDiscoverability,
    autoDecryption: given.autoDecryption ?? before.autoDecryption,
  }
  if (
    after.autoDecryption !== before.autoDecryption &&
    !holds(caller.grants, 'transactions.autoDecryption', did)
  )
    throw fail(
      'forbidden',
      'You need the permission transactions.autoDecryption to change automatic decryption',
    )
  const changed = ([...Object.keys(after)] as (keyof VaspSettings)[]).filter(
    (name) => after[name] !== before[name],
  )
  if (changed.length === 0) return after
  await saveSettings(tx, did, after, at)
  await audit(tx, caller.actor, at, {
    company: did,
    action: 'settings.update',
    detail: Object.fromEntries(
      changed.map((name) => [name, { from: before[name], to: after[name] }]),
    ),
  })
  return after
}

/** How far the company has rolled out the Travel Rule. @throws 404 */
export async function getCompliance(tx: TrustTx, did: string) {
  const found = await findCompliance(tx, did)
  if (!found) throw noSuchCompany()
  const phase = compliancePhases.find((one) => one === found.phase)
  if (!phase) throw new Error(`Not a compliance phase: ${found.phase}`)
  return {
    did,
    compliancePhase: phase,
    compliancePhaseData: found.data,
    updatedAt: found.updatedAt.toISOString(),
  }
}

/** States the compliance phase and its data anew. @throws 404 */
export async function updateCompliance(
  tx: TrustTx,
  { actor, grants }: { readonly actor: Actor; readonly grants: readonly RoleGrant[] },
  did: string,
  given: Input<typeof contract.updateCompliance>['body'],
  at: Date,
) {
  const before = await findCompliance(tx, did, true)
  if (!before) throw noSuchCompany()
  const { since, plannedDate, perJurisdiction = [] } = given.compliancePhaseData
  const where = ['body', 'compliancePhaseData']
  // A day that has come since it was stated may stay.
  if (plannedDate && plannedDate < dayOf(at) && plannedDate !== before.data.plannedDate)
    throw invalid([...where, 'plannedDate'], 'Choose a date in the future')
  for (const begun of [since, ...perJurisdiction.map((one) => one.since)])
    if (begun && begun > latestDay(at))
      throw invalid([...where, 'since'], 'This date is in the future')
  if (perJurisdiction.some(({ country }) => !isoCountries.includes(country)))
    throw invalid([...where, 'perJurisdiction'], 'One of these isn’t a country code')
  const { compliancePhase: phase, compliancePhaseData: data } = given
  const changed = {
    ...(phase !== before.phase && { compliancePhase: phase }),
    ...(!isDeepStrictEqual(data, before.data) && { compliancePhaseData: data }),
  }
  const names = Object.keys(changed)
  if (names.length > 0) {
    await saveCompliance(tx, did, phase, data, at)
    const issuer = actsForNetwork(grants, did) ? networkIssuer : did
    await addClaims(tx, did, changed, issuer, at)
    emit(tx, updated(did, names, at))
    await audit(tx, actor, at, {
      company: did,
      action: 'settings.updateCompliance',
      detail: { fields: names, from: before.phase, to: phase },
    })
  }
  return getCompliance(tx, did)
}
