/** What the queue needs to know of a job. */
export type Queued = { readonly appId: string; readonly endpointId: string }

/** What a receiver did with a job: took it, refused it, or was overloaded or silent. */
export type Reception = 'taken' | 'refused' | 'silent'

/** Settings and outside world of a fair queue. */
export type FairOptions<Job> = {
  readonly maxPerEndpoint: number
  readonly maxPerApplication: number
  /** Jobs in flight in all. */
  readonly maxInFlight: number
  /** Jobs waiting in all; an endpoint with next to none waiting may exceed it. */
  readonly maxWaiting: number
  /** Deliveries a second that the endpoint of this job allows, null for any number. */
  readonly rateOf: (job: Job) => number | null
  /**
   * Asks for the next times at which the endpoint of this job may be sent something, which all workers
   * share. Calls back with the milliseconds until the first, or null when there is nobody to ask.
   */
  readonly reserve: (
    job: Job,
    count: number,
    rate: number,
    then: (wait: number | null) => void,
  ) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Calls back after some milliseconds. */
  readonly after: (ms: number, wake: () => void) => void
  /** Told when jobs may be taken again without one having been added or finished. */
  readonly onReady: () => void
}

/** Round-robin over endpoints with caps in flight, each no faster than its rate limit. */
export type FairQueue<Job> = {
  /**
   * Promises a place to a job that is about to be stored, and returns 0. When its lane is full:
   * milliseconds after which its turn may come, so that it waits in the database until then.
   */
  promise(appId: string, endpointId: string, rate: number | null): number
  /** Gives a promised place back. */
  release(appId: string, endpointId: string): void
  /** Queues a job for which a place was promised. */
  add(job: Job): void
  /** The next job whose turn it is, now counted as in flight; undefined when none may go. */
  next(): Job | undefined
  /** A job is no longer in flight; what its receiver did decides how much it may have at once. */
  done(job: Job, reception: Reception): void
  /** Jobs waiting for endpoints that answer quickly: their wait is our own slowness, not theirs. */
  pressure(): number
  /** Takes out all jobs that wait, to give them back. */
  drain(): Job[]
  /** Forgets endpoints that had nothing to do since the last call. */
  prune(): void
  /** Jobs waiting, promised ones included. */
  waiting(): number
  inFlight(): number
}
