import { observing as contract, observingMs } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import { personIn } from '../caller.rules.ts'
import { handlers } from '../handlers.ts'
import { hashOf } from '../secret.ts'
import { readCookie } from './cookie.rules.ts'
import { addObservation, endObservation, findObservation, lockSession } from './observing.store.ts'
import { siteOf } from './site.rules.ts'

/** Viewing a company as an operator. */
export const observing = handlers(contract, {
  startObserving: ({ caller, actor, at, deps }, { body: { vaspDID: did, reason } }) => {
    const { sites, companies, database } = deps
    const { userId } = personIn(caller)
    const { header } = caller.request
    const secret = readCookie(header('cookie'), 'countersign', siteOf(sites, header('host')))
    return database.withUser(userId, async (tx) => {
      const session = secret && (await lockSession(tx, userId, hashOf(secret)))
      if (!session) throw fail('unauthorized', 'Sign in to continue')
      if (session.observation_id && (await findObservation(tx, session.observation_id, at)))
        throw fail('conflict', 'You’re already viewing a company. Stop viewing it first.')
      if ((await companies.find(tx, [did])).length === 0) throw fail('not_found', 'No such company')
      if ((await companies.disabledAmong(tx, [did])).length > 0)
        throw fail('conflict', 'The company is disabled, so its members see nothing')
      const id = newId('obs', at.getTime())
      const endsAt = new Date(Math.min(at.getTime() + observingMs, session.expires_at.getTime()))
      await addObservation(tx, session.id_hash, { did, id, userId, reason, at, endsAt })
      const until = endsAt.toISOString()
      await audit(tx, actor, at, {
        company: did,
        action: 'observer.start',
        object: id,
        detail: { reason, until },
      })
      return { vaspDID: did, reason, until }
    })
  },

  stopObserving: async ({ caller, actor, at, deps: { database } }) => {
    const { observing } = caller.viewer
    if (!observing) throw fail('conflict', 'You aren’t viewing a company')
    const { vaspDID: company, id } = observing
    await database.withTenant(company, async (tx) => {
      if (!(await endObservation(tx, company, id, at))) return
      await audit(tx, actor, at, {
        company,
        action: 'observer.end',
        object: id,
        detail: { how: 'asked' },
      })
    })
  },
})
