import {
  type SavedTransferSettings,
  TransferSettings,
  type TransferSettingsIn,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { allowsNoAnswer, ruleOf } from '../threshold/index.ts'
import { findSettings, saveSettings } from './setting.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

export const settings = ({ tx, company }: Calling): Promise<SavedTransferSettings> =>
  findSettings(tx, company)

/** Changes the settings of a company; what the change leaves out stays as it is. @throws 409 where somebody else has changed them since, 422 */
export async function changeSettings(
  { tx, company, caller, actor, at, deps }: Calling,
  { version, ...changes }: TransferSettingsIn,
): Promise<SavedTransferSettings> {
  const { version: _, ...current } = await findSettings(tx, company)
  const body = TransferSettings.parse({
    ...current,
    ...changes,
    onNoResponse: { ...current.onNoResponse, ...changes.onNoResponse },
    fourEyes: { ...current.fourEyes, ...changes.fourEyes },
  })
  const rules = body.onNoResponse.processFor.length > 0 ? await deps.jurisdictions(tx) : []
  const unfit = body.onNoResponse.processFor.findIndex(
    (country) => !allowsNoAnswer(ruleOf(rules, country)),
  )
  if (unfit >= 0)
    throw invalid(
      ['body', 'onNoResponse', 'processFor', unfit],
      `The law of ${body.onNoResponse.processFor[unfit]} isn’t known to allow transfers without an answer`,
    )
  const saved = await saveSettings(tx, company, { ...body, version }, caller.viewer.did, at)
  const { onNoResponse, fourEyes, dataRequestHours, retentionDays } = saved
  const { answerWithinMinutes, autoconfirm, autoredirect, addressDiscovery, remindTimes } = saved
  const { checksExpected, checksWithinMinutes } = saved
  await audit(tx, actor, at, {
    company,
    action: 'transaction.settings',
    object: company,
    detail: {
      onNoResponse: `${onNoResponse.action} after ${onNoResponse.afterMinutes} minutes`,
      approveFrom: fourEyes.approveFrom ?? 'off',
      acceptFrom: fourEyes.acceptFrom ?? 'off',
      processFor: onNoResponse.processFor.join(', ') || 'none',
      payer: fourEyes.payer ? 'two people' : 'off',
      rules: fourEyes.rules ? 'two people' : 'off',
      personalExports: fourEyes.personalExports ? 'two people' : 'off',
      dataRequestHours,
      answerWithinMinutes,
      retentionDays,
      autoconfirm: autoconfirm ? 'on' : 'off',
      autoredirect: autoredirect ? 'on' : 'off',
      addressDiscovery,
      remindTimes,
      checksExpected: checksExpected.join(', ') || 'none',
      checksWithinMinutes,
    },
  })
  return saved
}
