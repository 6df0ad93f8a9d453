import { holds, type RoleGrant } from '@countersign/contracts'
import type { preferences as contract, Preference } from '@countersign/contracts/trust'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { Handlers } from '@countersign/kit/serve'
import type { TrustDatabase } from '../tables.ts'
import {
  addPreference,
  countPreferences,
  findPreference,
  findPreferences,
  removePreference,
  setPreference,
} from './preference.store.ts'

const most = 200

type Person = { readonly viewer: { readonly did: string; readonly grants: readonly RoleGrant[] } }
type Contract = { preferences: typeof contract }

const noSuchPreference = () => fail('not_found', 'No such preference')

/** What people want remembered. Each row belongs to one person, and the database shows no other's. */
export function preferenceHandlers(
  database: TrustDatabase,
  clock: () => number,
): Handlers<Contract, Person>['preferences'] {
  const found = (preference: Preference | undefined) => {
    if (!preference) throw noSuchPreference()
    return preference
  }
  return {
    list: async ({ viewer }, { query }) => ({
      preferences: await database.withUser(viewer.did, (tx) =>
        findPreferences(tx, viewer.did, query, most),
      ),
    }),
    create: ({ viewer }, { body }) => {
      const { preference, value, vasp_did = null } = body
      if (vasp_did !== null && !holds(viewer.grants, 'trustframework.getVASP', vasp_did))
        throw fail('forbidden', 'You aren’t a member of this company')
      const at = new Date(clock())
      const id = newId('pref', at.getTime())
      return database.withUser(viewer.did, async (tx) => {
        if ((await countPreferences(tx, viewer.did)) >= most)
          throw fail(
            'conflict',
            `You’ve reached the limit of ${most} preferences. Remove one first.`,
          )
        await addPreference(tx, viewer.did, { id, preference, vasp_did, value }, at)
        return found(await findPreference(tx, viewer.did, id))
      })
    },
    get: ({ viewer }, { id }) =>
      database.withUser(viewer.did, async (tx) => found(await findPreference(tx, viewer.did, id))),
    update: ({ viewer }, { id, body }) =>
      database.withUser(viewer.did, async (tx) => {
        await setPreference(tx, viewer.did, id, body.value, new Date(clock()))
        return found(await findPreference(tx, viewer.did, id))
      }),
    remove: ({ viewer }, { id }) =>
      database.withUser(viewer.did, async (tx) => {
        if (!(await removePreference(tx, viewer.did, id))) throw noSuchPreference()
      }),
  }
}
