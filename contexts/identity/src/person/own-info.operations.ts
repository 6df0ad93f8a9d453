import { ownInfo as contract, networkChain } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { personIn } from '../caller.rules.ts'
import { handlers } from '../handlers.ts'
import { saveOwnInfo } from './user.store.ts'

/** What people say about themselves. */
export const ownInfo = handlers(contract, {
  updateUserInfo: ({ caller, actor, at, deps }, { body: { name, phone, jobTitle } }) => {
    const { userId, did } = personIn(caller)
    return deps.database.withUser(userId, async (tx) => {
      const row = await saveOwnInfo(tx, userId, {
        ...(name !== undefined && { own_name: name }),
        ...(phone !== undefined && { phone }),
        ...(jobTitle !== undefined && { job_title: jobTitle }),
      })
      await audit(tx, actor, at, {
        company: networkChain,
        action: 'auth.updateUserInfo',
        object: did,
        detail: {
          fields: Object.entries({ name, phone, jobTitle }).flatMap(([field, value]) =>
            value === undefined ? [] : [field],
          ),
        },
      })
      return { name: row.name, phone: row.phone, jobTitle: row.job_title }
    })
  },
})
