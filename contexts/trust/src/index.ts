import type { RoleGrant } from '@countersign/contracts'
import type { trust as contract } from '@countersign/contracts/trust'
import type { Actor } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Handlers } from '@countersign/kit/serve'
import { listDirectory } from './directory.operations.ts'
import type { TrustDatabase } from './tables.ts'
import { getProfileHistory, getVasp, listUserVasps, updateProfile } from './vasp.operations.ts'
import { webhookAppUid } from './webhook-app.store.ts'

export { type MessageSender, startRelay } from './outbox.worker.ts'
export { type SeedVasp, seedVasps } from './seed.store.ts'
export type { DB as TrustTables } from './tables.gen.ts'

/** What this context knows of a caller. */
export type Caller = {
  readonly viewer: {
    readonly did: string
    readonly email: string | null
    readonly grants: readonly RoleGrant[]
  }
  readonly requestId: string
}

/** The caller as the audit chain names them. */
const actorOf = ({ viewer, requestId }: Caller): Actor => ({ did: viewer.did, requestId })

/** What this context needs of the world. */
export type TrustDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly webhooks: {
    /** Opens the application of this uid at the webhook service, creating it when new. */
    openApp(app: {
      uid: string
      name: string
    }): Promise<{ serverUrl: string; appId: string; token: string }>
  }
}

/** Companies, their profiles and the directory. */
export function trust({ database, clock, webhooks }: TrustDeps): Handlers<typeof contract, Caller> {
  return {
    vasp: {
      list: (_, { query }) => listDirectory(database, query),
      get: (_, { did }) => database.withNobody((tx) => getVasp(tx, did)),
      profile: (_, { did }) => database.withTenant(did, (tx) => getProfileHistory(tx, did)),
      update: (caller, { body: { did, fields } }) =>
        database.withTenant(did, (tx) =>
          updateProfile(tx, actorOf(caller), did, fields, new Date(clock())),
        ),
      userVaspList: ({ viewer }) => {
        const dids = viewer.grants.flatMap(({ vaspDID }) => vaspDID ?? [])
        return database.withNobody((tx) => listUserVasps(tx, dids, viewer.email))
      },
    },
    public: {
      listVasps: (_, { query }) => listDirectory(database, query),
      getVasp: (_, { did }) => database.withNobody((tx) => getVasp(tx, did)),
    },
    webhookApp: {
      open: async (_, { did }) => {
        const app = await database.withTenant(did, async (tx) => ({
          name: (await getVasp(tx, did)).name,
          uid: await webhookAppUid(tx, did, new Date(clock())),
        }))
        return webhooks.openApp(app).catch(() => {
          throw fail('unavailable', 'The webhook service is not available right now')
        })
      },
    },
  }
}
