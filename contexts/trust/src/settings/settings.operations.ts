import { isDeepStrictEqual } from 'node:util'
import { holds } from '@countersign/contracts'
import {
  compliancePhases,
  settings as contract,
  isoCountries,
  networkIssuer,
  type VaspSettings,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import { dayOf, latestDay } from '../day.rules.ts'
import { handlers } from '../handlers.ts'
import { actsForNetwork, addClaims, updated } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { findCompliance, findSettings, saveCompliance, saveSettings } from './settings.store.ts'

const noSuchCompany = () => fail('not_found', 'No such company')

/** Settings of a company, and its compliance phase. */
export const settings = handlers(contract, {
  get: async ({ tx, company }) => {
    const found = await findSettings(tx, company)
    if (!found) throw noSuchCompany()
    return found
  },

  // What is not given stays.
  update: async ({ tx, company, caller, actor, at }, { body }) => {
    const before = await findSettings(tx, company, true)
    if (!before) throw noSuchCompany()
    const after: VaspSettings = {
      statusToProcessBlockchain:
        body.statusToProcessBlockchain === undefined
          ? before.statusToProcessBlockchain
          : body.statusToProcessBlockchain,
      vaspDiscoverability: body.vaspDiscoverability ?? before.vaspDiscoverability,
      autoDecryption: body.autoDecryption ?? before.autoDecryption,
      reviewsTakeTwo: body.reviewsTakeTwo ?? before.reviewsTakeTwo,
    }
    if (
      after.autoDecryption !== before.autoDecryption &&
      !holds(caller.viewer.grants, 'transactions.autoDecryption', company)
    )
      throw fail(
        'forbidden',
        'You need the permission transactions.autoDecryption to change automatic decryption',
      )
    const changed = ([...Object.keys(after)] as (keyof VaspSettings)[]).filter(
      (name) => after[name] !== before[name],
    )
    if (changed.length === 0) return after
    await saveSettings(tx, company, after, at)
    await audit(tx, actor, at, {
      company,
      action: 'settings.update',
      detail: Object.fromEntries(
        changed.map((name) => [name, { from: before[name], to: after[name] }]),
      ),
    })
    return after
  },

  compliance: ({ tx, company }) => getCompliance(tx, company),

  updateCompliance: async ({ tx, company, caller, actor, at }, { body }) => {
    const before = await findCompliance(tx, company, true)
    if (!before) throw noSuchCompany()
    const { since, plannedDate, perJurisdiction = [] } = body.compliancePhaseData
    const where = ['body', 'compliancePhaseData']
    // A day that has come since it was stated may stay.
    if (plannedDate && plannedDate < dayOf(at) && plannedDate !== before.data.plannedDate)
      throw invalid([...where, 'plannedDate'], 'Choose a date in the future')
    for (const begun of [since, ...perJurisdiction.map((one) => one.since)])
      if (begun && begun > latestDay(at))
        throw invalid([...where, 'since'], 'This date is in the future')
    if (perJurisdiction.some(({ country }) => !isoCountries.includes(country)))
      throw invalid([...where, 'perJurisdiction'], 'One of these isn’t a country code')
    const { compliancePhase: phase, compliancePhaseData: data } = body
    const changed = {
      ...(phase !== before.phase && { compliancePhase: phase }),
      ...(!isDeepStrictEqual(data, before.data) && { compliancePhaseData: data }),
    }
    const names = Object.keys(changed)
    if (names.length > 0) {
      await saveCompliance(tx, company, phase, data, at)
      const issuer = actsForNetwork(caller.viewer.grants, company) ? networkIssuer : company
      await addClaims(tx, company, changed, issuer, at)
      emit(tx, updated(company, names, at))
      await audit(tx, actor, at, {
        company,
        action: 'settings.updateCompliance',
        detail: { fields: names, from: before.phase, to: phase },
      })
    }
    return getCompliance(tx, company)
  },
})

/** How far a company has rolled out the Travel Rule. @throws 404 */
async function getCompliance(tx: TrustTx, did: string) {
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
