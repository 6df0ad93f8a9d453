/** Scripts that wait: tenants take turns, and each has one running at the most. */
export type ScriptQueue<Job> = {
  /** False when the tenant has `most` waiting, or the house is full. */
  add(tenant: string, job: Job, most: number): boolean
  /** The next that may run, of the tenant `first` when it has one. */
  next(first?: string): { readonly tenant: string; readonly job: Job } | undefined
  /** A script of the tenant has ended; whether it took long decides where the next one stands. */
  done(tenant: string, slow: boolean): void
  /** Takes out what was added before this time. */
  expired(before: number): Job[]
  waiting(): number
}

/** How a queue is bounded. */
export type ScriptQueueOptions = {
  /** Scripts waiting in all. */
  readonly most: number
  /** How many may run at the same time of tenants that are slow, or not yet known as quick. */
  readonly slowAtOnce: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

type Waiting<Job> = { readonly job: Job; readonly at: number }
type Tenant<Job> = {
  jobs: readonly Waiting<Job>[]
  running: boolean
  /** The script that runs counts among the slow. */
  asSlow: boolean
}

/** How long a tenant is one of the slow after a slow script, in milliseconds. */
const slowForMs = 60_000
/** Above this many the tenants longest known as quick are forgotten. */
const maxQuick = 10_000

/** Builds an empty queue; whoever holds it runs the scripts and reports back. */
export function scriptQueue<Job>({ most, slowAtOnce, now }: ScriptQueueOptions): ScriptQueue<Job> {
  const tenants = new Map<string, Tenant<Job>>()
  const slowUntil = new Map<string, number>()
  const quick = new Set<string>()
  let waiting = 0
  let slowRunning = 0

  const isSlow = (name: string) => (slowUntil.get(name) ?? 0) > now()

  const take = (name: string, tenant: Tenant<Job> | undefined) => {
    const [first, ...rest] = tenant?.jobs ?? []
    if (!tenant || !first || tenant.running) return undefined
    const asSlow = !quick.has(name)
    if (asSlow && slowRunning >= slowAtOnce) return undefined
    if (asSlow) slowRunning++
    waiting--
    Object.assign(tenant, { jobs: rest, running: true, asSlow })
    // To the end of the line.
    tenants.delete(name)
    tenants.set(name, tenant)
    return { tenant: name, job: first.job }
  }

  const learn = (name: string, slow: boolean) => {
    if (slow) {
      quick.delete(name)
      slowUntil.set(name, now() + slowForMs)
    } else if (!isSlow(name)) quick.add(name)
    for (const oldest of quick) {
      if (quick.size <= maxQuick) break
      quick.delete(oldest)
    }
  }

  return {
    add(name, job, maxHere) {
      const tenant = tenants.get(name) ?? { jobs: [], running: false, asSlow: false }
      if (waiting >= most || tenant.jobs.length >= maxHere) return false
      tenants.set(name, tenant)
      tenant.jobs = [...tenant.jobs, { job, at: now() }]
      waiting++
      return true
    },
    next(first) {
      const found = first !== undefined && take(first, tenants.get(first))
      if (found) return found
      // Who is new must not wait behind those who are known to take long.
      for (const slow of [false, true])
        for (const [name, tenant] of tenants) {
          const one = isSlow(name) === slow ? take(name, tenant) : undefined
          if (one) return one
        }
      return undefined
    },
    done(name, slow) {
      const tenant = tenants.get(name)
      if (!tenant) return
      tenant.running = false
      if (tenant.asSlow) slowRunning--
      learn(name, slow)
      if (tenant.jobs.length === 0) tenants.delete(name)
    },
    expired(before) {
      const late: Job[] = []
      for (const [name, tenant] of tenants) {
        late.push(...tenant.jobs.filter(({ at }) => at < before).map(({ job }) => job))
        tenant.jobs = tenant.jobs.filter(({ at }) => at >= before)
        if (tenant.jobs.length === 0 && !tenant.running) tenants.delete(name)
      }
      for (const [name, until] of slowUntil) if (until <= now()) slowUntil.delete(name)
      waiting -= late.length
      return late
    },
    waiting: () => waiting,
  }
}
