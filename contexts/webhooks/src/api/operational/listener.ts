import { fail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import { type ApplicationRow, findApplication, insertListener } from '../../application.store.ts'
import type { Core } from '../../core.ts'
import type { InApplication, InOrganisation } from '../gate.ts'

/** The organisation that operational webhooks are messages of, as clients of this API know it. */
const management = 'org_00000000000SvixManagement00'

// Its endpoints hear of the organisation by whose id it is named (decision 0006). An organisation’s
// token reaches this one application of another organisation and no other.
const inManagement = (at: InOrganisation, app: ApplicationRow): InApplication => ({
  ...at,
  orgId: management,
  app,
})

/** The application whose endpoints hear of the caller’s organisation; nothing before it has one. */
export async function findListener({ database }: Core, at: InOrganisation) {
  const app = await database.withTenant(management, (tx) =>
    findApplication(tx, management, at.orgId),
  )
  return app && inManagement(at, app)
}

/** The same, made if need be. @throws 400 where nothing would ever be told */
export async function makeListener(core: Core, at: InOrganisation): Promise<InApplication> {
  const { database, clock, operational } = core
  if (!operational) throw fail('bad_request', 'Operational webhooks are switched off here.')
  const now = clock()
  const app = await database.withTenant(management, async (tx) => {
    await insertListener(tx, management, id('app', now), at.orgId, new Date(now))
    return findApplication(tx, management, at.orgId)
  })
  if (!app) throw new Error('The listener is gone')
  return inManagement(at, app)
}
