/** Does work of several tenants, a bounded number of pieces at a time, each tenant in its turn. */
export type Turns = <T>(tenant: string, work: () => Promise<T>) => Promise<T>

/** Builds a queue that holds nothing; `most` is how much may be under way at a time. */
export function takeTurns(most: { readonly all: number; readonly ofTenant: number }): Turns {
  /** The tenant whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let all = 0

  const count = (tenant: string, by: number) => {
    const here = (running.get(tenant) ?? 0) + by
    all += by
    if (here === 0) running.delete(tenant)
    else running.set(tenant, here)
  }

  const pump = () => {
    // A tenant that goes to the end is met again in the same walk.
    for (const [tenant, jobs] of waiting) {
      if (all >= most.all) return
      if ((running.get(tenant) ?? 0) >= most.ofTenant) continue
      const begin = jobs.shift()
      waiting.delete(tenant)
      if (jobs.length > 0) waiting.set(tenant, jobs)
      begin?.()
    }
  }

  return async (tenant, work) => {
    await new Promise<void>((resolve) => {
      const begin = () => {
        count(tenant, 1)
        resolve()
      }
      const jobs = waiting.get(tenant)
      if (jobs) jobs.push(begin)
      else waiting.set(tenant, [begin])
      pump()
    })
    try {
      return await work()
    } finally {
      count(tenant, -1)
      pump()
    }
  }
}
