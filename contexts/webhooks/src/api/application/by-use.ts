import type { ApplicationIn } from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import { type ApplicationRow, findApplication } from '../../application.store.ts'
import type { Core } from '../../core.ts'
import { addApplication } from './application.operations.ts'

/**
 * Creates the application of a path that does not exist yet, from the `application` of the request.
 * @throws 404 without one, 422 when its uid is not that of the path
 */
export async function newApplication(
  core: Core,
  orgId: string,
  ref: string,
  application: ApplicationIn | null | undefined,
): Promise<ApplicationRow> {
  if (!application) throw fail('not_found', 'Application not found')
  const loc = ['body', 'application', 'uid']
  if (!application.uid)
    throw invalid(loc, 'Application UID not set in body', 'application_uid_missing')
  if (application.uid !== ref)
    throw invalid(
      loc,
      'Application UID in the path and body must match',
      'application_uid_mismatch',
    )
  const { database } = core
  try {
    return await database.withTenant(orgId, (tx) => addApplication(core, tx, orgId, application))
  } catch (error) {
    // Another call may have made it since we looked.
    const winner = await database.withTenant(orgId, (tx) => findApplication(tx, orgId, ref))
    if (winner) return winner
    throw error
  }
}
