import { isDeepStrictEqual } from 'node:util'
import type { Input, RoleGrant } from '@countersign/contracts'
import { holds } from '@countersign/contracts'
import type { settings as contract, VaspSettings } from '@countersign/contracts/trust'
import { compliancePhases } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { addEvent } from './outbox.store.ts'
import { findCompliance, findSettings, saveCompliance, saveSettings } from './settings.store.ts'
import type { TrustTx } from './tables.ts'
import { updated } from './vasp.operations.ts'
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
  actor: Actor,
  did: string,
  given: Input<typeof contract.updateCompliance>['body'],
  at: Date,
) {
  const before = await findCompliance(tx, did, true)
  if (!before) throw noSuchCompany()
  const { compliancePhase: phase, compliancePhaseData: data } = given
  const changed = {
    ...(phase !== before.phase && { compliancePhase: phase }),
    ...(!isDeepStrictEqual(data, before.data) && { compliancePhaseData: data }),
  }
  const names = Object.keys(changed)
  if (names.length > 0) {
    await saveCompliance(tx, did, phase, data, at)
    await addClaims(tx, did, changed, did, at)
    await addEvent(tx, did, updated(did, names, at), at)
    await audit(tx, actor, at, {
      company: did,
      action: 'settings.updateCompliance',
      detail: { fields: names, from: before.phase, to: phase },
    })
  }
  return getCompliance(tx, did)
}
