import { holds } from '@countersign/contracts'
import { preferences as contract, type Preference } from '@countersign/contracts/trust'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import { handlers, type OwnTransaction } from '../handlers.ts'
import type { TrustTx } from '../tables.ts'
import {
  addPreference,
  countPreferences,
  findPreference,
  findPreferences,
  removePreference,
  setPreference,
} from './preference.store.ts'

const most = 200

const noSuchPreference = () => fail('not_found', 'No such preference')

const found = (preference: Preference | undefined) => {
  if (!preference) throw noSuchPreference()
  return preference
}

/** In the transaction of a person, where nobody else's rows exist. */
const own = <T>({ caller, deps }: OwnTransaction, work: (tx: TrustTx, did: string) => Promise<T>) =>
  deps.database.withUser(caller.viewer.did, (tx) => work(tx, caller.viewer.did))

/** What people want remembered. Each row belongs to one person, and the database shows no other's. */
export const preferences = handlers(contract, {
  list: async (call, { query }) => ({
    preferences: await own(call, (tx, did) => findPreferences(tx, did, query, most)),
  }),
  create: (call, { body }) => {
    const { preference, value, vasp_did = null } = body
    const { grants } = call.caller.viewer
    if (vasp_did !== null && !holds(grants, 'trustframework.getVASP', vasp_did))
      throw fail('forbidden', 'You aren’t a member of this company')
    const id = newId('pref', call.at.getTime())
    return own(call, async (tx, did) => {
      if ((await countPreferences(tx, did)) >= most)
        throw fail('conflict', `You’ve reached the limit of ${most} preferences. Remove one first.`)
      await addPreference(tx, did, { id, preference, vasp_did, value }, call.at)
      return found(await findPreference(tx, did, id))
    })
  },
  get: (call, { id }) => own(call, async (tx, did) => found(await findPreference(tx, did, id))),
  update: (call, { id, body }) =>
    own(call, async (tx, did) => {
      await setPreference(tx, did, id, body.value, call.at)
      return found(await findPreference(tx, did, id))
    }),
  remove: (call, { id }) =>
    own(call, async (tx, did) => {
      if (!(await removePreference(tx, did, id))) throw noSuchPreference()
    }),
})
