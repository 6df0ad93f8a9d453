import type { SavedTransferSettings } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { findSettings, saveSettings } from './setting.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

export const settings = ({ tx, company }: Calling): Promise<SavedTransferSettings> =>
  findSettings(tx, company)

/** Changes the settings of a company. @throws 409 where somebody else has changed them since */
export async function changeSettings(
  { tx, company, caller, actor, at }: Calling,
  body: SavedTransferSettings,
): Promise<SavedTransferSettings> {
  const saved = await saveSettings(tx, company, body, caller.viewer.did, at)
  const { onNoResponse, fourEyes, dataRequestHours, retentionDays } = saved
  await audit(tx, actor, at, {
    company,
    action: 'transaction.settings',
    object: company,
    detail: {
      onNoResponse: `${onNoResponse.action} after ${onNoResponse.afterMinutes} minutes`,
      approveFrom: fourEyes.approveFrom ?? 'off',
      acceptFrom: fourEyes.acceptFrom ?? 'off',
      personalExports: fourEyes.personalExports ? 'two people' : 'off',
      dataRequestHours,
      retentionDays,
    },
  })
  return saved
}
