import { id } from '@countersign/kit/ids'
import { type DeliveryRig, testSettings } from '../delivery.fixture.ts'
import { createSandbox } from '../sandbox/index.ts'
import { storeBatch } from './accept.store.ts'
import type { Job } from './delivery-job.ts'
import { dispatcher } from './dispatch.worker.ts'
import { endpointHealth } from './endpoint-health.ts'
import { endpointTable } from './endpoint-table.ts'
import { recorder } from './record.ts'
import { type EngineSettings, withDefaults } from './settings.ts'
import { type Sweeper, sweeper } from './sweep.worker.ts'

/**
 * The part of the engine that sends, put together as the engine does it, but nothing happens by
 * itself: no notification is heard and nothing is swept unless a test says so.
 */
export function sendingParts(
  rig: DeliveryRig,
  now: () => number,
  given: Partial<EngineSettings> = {},
) {
  const settings = withDefaults({ ...testSettings, ...given })
  const owner = id('worker', now())
  const { egress, log, vault } = rig
  const [connection, renewConnection, recordConnection] = [
    rig.openPinnedConnection(),
    rig.openPinnedConnection(),
    rig.openPinnedConnection(),
  ]
  const sandbox = createSandbox({ processes: 1 })
  const table = endpointTable({ connection, vault, log })
  const records = recorder({
    ...{ connections: [recordConnection], owner, now, log },
    onFree: () => dispatch.pump(),
    onDue: () => undefined,
  })
  const health = endpointHealth({
    ...{ connection, now, log, disableAfterMs: settings.disableAfterMs, operational: false },
    onChange: (appId) => table.invalidate(appId),
  })
  const dispatch = dispatcher({
    ...{ egress, sandbox, table, recorder: records, health, now, log, settings },
    random: () => 0.5,
    reserve: (_job, _count, _rate, then) => then(0),
    onDue: () => undefined,
    onTaken: () => undefined,
  })
  let sweep: Sweeper | undefined

  return {
    ...{ connection, owner, table, dispatch, records, settings },
    /** Stores a message with one delivery, leased by this process. */
    async hold(appId: string, endpointId: string, more: Partial<Job> = {}): Promise<Job> {
      const { orgId } = rig
      const application = await table.fresh(appId)
      const message = { ...rig.message(appId), id: id('msg', now()) }
      const pair = { orgId, appId, msgId: message.id, endpointId }
      await storeBatch(connection, {
        ...{ now: now(), owner, wake: false, messages: [message] },
        deliveries: [{ ...pair, claimIn: settings.leaseMs, leased: true }],
        routes: new Map([[appId, application?.routes ?? -1]]),
      })
      const { eventType, channels, payload } = message
      return {
        ...{ ...pair, eventType, channels, payload, contentType: null, fence: 1, attempts: 0 },
        ...{ manual: null, orderingKey: null, leaseUntil: now() + settings.leaseMs, ...more },
      }
    },
    /** Puts jobs into the queue; `dispatch.pump` sends them. */
    queue(...jobs: Job[]) {
      for (const job of jobs) {
        if (dispatch.promise(job.appId, job.endpointId, null) > 0) throw new Error('No place')
        dispatch.add(job)
      }
    },
    /** Begins to take what is due and to prolong leases. */
    sweep() {
      sweep = sweeper({
        ...{
          connection,
          renewConnection,
          owner,
          table,
          dispatcher: dispatch,
          recorder: records,
          now,
          log,
        },
        ...{ settings, onDry: () => undefined },
      })
      sweep.begin()
    },
    /** Resolves when all that was begun is on record. */
    async settled() {
      await dispatch.idle()
      await records.settled()
    },
    async stop() {
      dispatch.halt()
      await sweep?.stop()
      // What hangs ends, and is not asked again.
      rig.target.rules.answer = () => ({})
      rig.target.hangUp()
      await dispatch.idle()
      records.abandon()
      sandbox.stop()
      await Promise.all([connection, renewConnection, recordConnection].map((one) => one.close()))
    },
  }
}

/** What `sendingParts` makes. */
export type SendingParts = ReturnType<typeof sendingParts>
