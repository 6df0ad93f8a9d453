import type { Event } from '@countersign/contracts/events'
import { connect } from '../database/db.ts'
import { createLog } from '../log.ts'
import { query, testClock, testDatabase } from '../testing/testing.ts'
import type { HandoverError } from './outbox.rules.ts'
import { emit } from './outbox.ts'
import { createRelay, type RelayDeps } from './outbox.worker.ts'

/** What reached the webhook service. */
export type Sent = {
  readonly application: string
  readonly object: string
  readonly sequence: number
}

/** A verdict of one company on another: an event whose object is the other company. */
export const verdict = (company: string, object: string, at: Date): Event => ({
  type: 'vasp.reviewed',
  company,
  payload: {
    did: company,
    reviewedVaspDID: object,
    reviewValue: 'TRUSTED',
    updatedAt: at.toISOString(),
  },
  at,
})

/** A database with the outbox, relays on it, and a webhook service that does as it is told. */
export async function outboxFixture() {
  const { url, drop } = await testDatabase()
  const database = connect({ url, role: 'countersign_app', max: 60 })
  const relayDatabase = connect({ url, role: 'countersign_relay', max: 4 })
  const owner = connect({ url, role: 'postgres', max: 20 })
  const clock = testClock()
  const sent: Sent[] = []
  /** Called before a message is taken; what it throws is the refusal. */
  let obstacle: (message: Sent) => Promise<void> | HandoverError | undefined = () => undefined
  const relay = (more: Partial<RelayDeps<unknown>> = {}) =>
    createRelay({
      database: relayDatabase,
      applications: async (_, dids) =>
        new Map(dids.filter((did) => !did.endsWith('deaf')).map((did) => [did, `app of ${did}`])),
      sender: {
        send: async (application, { payload }) => {
          const message = {
            application,
            object: String(payload.reviewedVaspDID ?? payload.did),
            sequence: Number(payload.sequence),
          }
          const refusal = await obstacle(message)
          if (refusal) throw refusal
          sent.push(message)
        },
      },
      clock,
      random: () => 0,
      log: createLog('silent'),
      ...more,
    })
  return {
    url,
    database,
    owner,
    relayDatabase,
    clock,
    sent,
    relay,
    obstruct: (by: typeof obstacle) => {
      obstacle = by
    },
    /** Writes events about these objects, one transaction after the other. */
    write: async (company: string, objects: readonly string[]) => {
      for (const object of objects)
        await database.withTenant(company, async (tx) =>
          emit(tx, verdict(company, object, new Date(clock()))),
        )
    },
    /** The sequences that reached one company's application about an object, in the order of arrival. */
    about: (company: string, object: string) =>
      sent
        .filter((one) => one.application === `app of ${company}` && one.object === object)
        .map(({ sequence }) => sequence),
    waiting: (company: string) =>
      query(url, `select * from outbox.event where vasp_did = '${company}' order by position`),
    close: async () => {
      await Promise.all([database.close(), owner.close(), relayDatabase.close()])
      await drop()
    },
  }
}
