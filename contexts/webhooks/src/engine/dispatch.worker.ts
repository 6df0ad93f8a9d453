import type { Egress } from '@countersign/kit/egress'
import { failpoint } from '@countersign/kit/failpoint'
import { id } from '@countersign/kit/ids'
import type { Outcome } from '@countersign/kit/send'
import type { Sandbox } from '../sandbox/index.ts'
import type { Job } from './delivery-job.ts'
import { deliveryHeaders, keptHeaders, responseHeaders, responseText } from './delivery-request.ts'
import { type DeliveryRequest, plainRequest, transform } from './delivery-transform.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import type { Endpoint, EndpointTable } from './endpoint-table.ts'
import { type FairOptions, type FairQueue, fairQueue, type Reception } from './fair/index.ts'
import { type Notice, stateAfter, verdictOn } from './outcome.rules.ts'
import type { AttemptRow, NoticeRow } from './record.store.ts'
import type { Recorder } from './record.ts'
import type { EngineLog, EngineSettings } from './settings.ts'

/** Sends what this process holds, fairly, and hands the outcomes on. */
export type Dispatcher = Pick<FairQueue<Job>, 'promise' | 'release' | 'pressure'> & {
  /** Takes a delivery for which a place was promised. */
  add(job: Job): void
  /** Sends a delivery that somebody waits for, past the queue and to a disabled endpoint too. */
  sendNow(job: Job, endpoint: Endpoint): void
  /**
   * Ends a delivery without an attempt: its endpoint or payload is gone. Its line goes on where it is
   * `skipped`, and waits where it could be sent later.
   */
  cancel(job: Job, skipped?: boolean): void
  /** Sends whatever may be sent now. */
  pump(): void
  /** All that is held, with its lease: waiting, in flight, or not yet on record. */
  held(): ReadonlySet<Job>
  /** Stops sending, and takes out what was not begun. */
  halt(): Job[]
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
  prune(): void
  stats(): { waiting: number; inFlight: number; delivered: number; failed: number }
}

/** What the dispatcher works with. */
export type DispatchDeps = {
  readonly egress: Pick<Egress, 'send'>
  /** Runs the transformations of endpoints. */
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly table: Pick<EndpointTable, 'known' | 'fresh'>
  readonly recorder: Recorder
  readonly health: EndpointHealth
  readonly reserve: FairOptions<Job>['reserve']
  readonly now: () => number
  readonly random: () => number
  readonly log: EngineLog
  readonly settings: Required<EngineSettings>
  /** Told of a retry, so that it is not found by chance. */
  readonly onDue: (at: number) => void
  /** Told of a message that an endpoint has taken, where payloads are erased then. */
  readonly onTaken: (job: Job) => void
}

/** What was done in an attempt, and what came of it. */
type Attempt = {
  readonly at: number
  readonly url: string
  readonly headers: readonly string[]
  readonly outcome: Outcome
  /** Nothing was sent because the endpoint's transformation said so. */
  readonly canceled?: boolean
}

const throttled = new Set([429, 502, 503, 504])

/** Builds a dispatcher that holds nothing. */
export function dispatcher(deps: DispatchDeps): Dispatcher {
  const { egress, sandbox, table, recorder, health, now, random, log, settings } = deps
  const held = new Set<Job>()
  let halted = false
  let delivered = 0
  let failed = 0
  /** Attempts past the queue. */
  let alone = 0
  let waiters: (() => void)[] = []

  const queue: FairQueue<Job> = fairQueue<Job>({
    maxPerEndpoint: settings.maxPerEndpoint,
    maxPerApplication: settings.maxPerApplication,
    maxInFlight: settings.maxInFlight,
    maxWaiting: settings.maxWaiting,
    rateOf: (job) => table.known(job.appId)?.endpoints.get(job.endpointId)?.rate ?? null,
    reserve: deps.reserve,
    now: () => performance.now(),
    after: (ms, wake) => void setTimeout(wake, ms),
    onReady: () => pump(),
  })

  const end = (job: Job, reception: Reception) => {
    if (job.told) alone--
    else queue.done(job, reception)
    if (queue.inFlight() + alone > 0) return
    for (const resolve of waiters) resolve()
    waiters = []
  }

  const cancel = (job: Job, skipped = false) => {
    held.add(job)
    const { orgId, eventType, channels, manual, orderingKey } = job
    const status = manual?.status === 0 ? 0 : 2
    recorder.add(
      {
        held: job,
        orgId,
        eventType,
        channels,
        status,
        trigger: manual ? 1 : 0,
        nextAt: null,
        attempt: null,
        orderingKey,
        skipped,
      },
      () => held.delete(job),
    )
  }

  const begin = (job: Job): void => {
    const application = table.known(job.appId)
    if (application === undefined) {
      // Forgotten for want of room while the delivery waited.
      table.fresh(job.appId).then(
        () => begin(job),
        () => forget(job),
      )
      return
    }
    const endpoint = application?.endpoints.get(job.endpointId)
    const at = now()
    if (job.leaseUntil <= at) forget(job)
    else if (!endpoint || endpoint.disabled) {
      cancel(job)
      end(job, 'taken')
    } else send(job, endpoint, at)
  }

  /** Lets go of a delivery whose lease has run out: whoever holds it now sends it. */
  const forget = (job: Job) => {
    held.delete(job)
    job.told?.(null)
    end(job, 'taken')
  }

  const send = (job: Job, endpoint: Endpoint, at: number) => {
    if (endpoint.transformation === null) post(job, endpoint, plainRequest(job, endpoint), at)
    else void change(job, endpoint, endpoint.transformation, at)
  }

  const change = async (job: Job, endpoint: Endpoint, code: string, from: number) => {
    const made = await transform(sandbox, job, endpoint, code)
    const at = now()
    // The script may have waited long for its turn.
    if (job.leaseUntil <= at) forget(job)
    else if ('request' in made) post(job, endpoint, made.request, at)
    else settle(job, endpoint, { at: from, url: endpoint.url, headers: [], ...made })
  }

  const post = (job: Job, endpoint: Endpoint, request: DeliveryRequest, at: number) => {
    const { method, url, body, authorization } = request
    const sent = { id: job.msgId, body, contentType: job.contentType, authorization }
    const headers = deliveryHeaders(endpoint, sent, at)
    failpoint('before-send')
    egress
      .send({ method, url, body, headers, tenant: job.appId, timeoutMs: settings.timeoutMs })
      .then((outcome) => settle(job, endpoint, { at, url, headers, outcome }))
      .catch((error: unknown) => {
        log.error({ event: 'delivery', msgId: job.msgId, err: error })
        forget(job)
      })
  }

  const settle = (
    job: Job,
    endpoint: Endpoint,
    { at, url, headers, outcome, canceled = false }: Attempt,
  ) => {
    failpoint('after-send-before-record')
    const finished = now()
    const retryAfter = outcome.headers['retry-after']
    const attempted = {
      attempts: job.attempts + 1,
      // What a transformation canceled counts as delivered.
      status: canceled ? 200 : outcome.status,
      timedOut: outcome.error?.code === 'timeout_total',
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
    const verdict = verdictOn(attempted, settings.retryScheduleMs, {
      random: random(),
      now: finished,
    })
    const attempt: AttemptRow = {
      id: id('atmpt', at),
      url,
      status: verdict.status === 0 ? 0 : 2,
      statusCode: outcome.status,
      response: responseText(outcome),
      durationMs: Math.round(outcome.durationMs),
      sentHeaders: keptHeaders(headers),
      responseHeaders: responseHeaders(outcome),
      startedAt: at,
    }
    const { orgId, eventType, channels, manual, orderingKey } = job
    const { status, nextAt } = stateAfter(verdict, finished, manual)
    const trigger = manual ? 1 : 0
    const notice = manual ? null : verdict.notice
    recorder.add(
      {
        held: job,
        orgId,
        eventType,
        channels,
        status,
        nextAt,
        trigger,
        attempt,
        orderingKey,
        notice: notice && settings.operational ? noticeOf(notice, attempt, finished) : null,
      },
      () => {
        held.delete(job)
        job.told?.(attempt)
        if (nextAt !== null) deps.onDue(nextAt)
        if (verdict.status === 0 && endpoint.wipes) deps.onTaken(job)
      },
    )
    if (verdict.status === 0) delivered++
    else failed++
    const { appId, msgId, endpointId } = job
    if (notice) log.info({ event: `message.attempt.${notice}`, appId, msgId, endpointId })
    // A failure that somebody asked for says nothing about the endpoint.
    if (!manual || verdict.status === 0) health.note(job, endpoint, verdict)
    const silent = outcome.status === 0 || throttled.has(outcome.status)
    end(job, verdict.status === 0 ? 'taken' : silent ? 'silent' : 'refused')
    pump()
  }

  const pump = () => {
    while (!halted && !recorder.stuck()) {
      const job = queue.next()
      if (job === undefined) return
      begin(job)
    }
  }

  return {
    promise: queue.promise,
    release: queue.release,
    pressure: queue.pressure,
    add(job) {
      held.add(job)
      queue.add(job)
    },
    sendNow(job, endpoint) {
      held.add(job)
      alone++
      send(job, endpoint, now())
    },
    cancel,
    pump,
    held: () => held,
    halt() {
      halted = true
      const rest = queue.drain()
      for (const job of rest) held.delete(job)
      return rest
    },
    idle: () =>
      queue.inFlight() + alone === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiters.push(resolve)
          }),
    prune: queue.prune,
    stats: () => ({ waiting: queue.waiting(), inFlight: queue.inFlight(), delivered, failed }),
  }
}

/** What a listener is told of an attempt. */
const noticeOf = (notice: Notice, attempt: AttemptRow, now: number): NoticeRow => ({
  id: id('msg', now),
  eventType: `message.attempt.${notice}`,
  lastAttempt: JSON.stringify({
    id: attempt.id,
    responseStatusCode: attempt.statusCode,
    timestamp: new Date(attempt.startedAt).toISOString(),
  }),
})
