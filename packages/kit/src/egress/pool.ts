import { Client } from 'undici'
import type { GuardedConnect } from './connect.ts'
import { EgressError } from './send-errors.ts'

/** One connection slot: carries one request at a time and reconnects by itself when needed. */
export type Connection = {
  readonly client: Client
  readonly home: Origin
  /** For whom it works now: a socket may be opened for it. */
  tenant: string
  /** Requests answered on the present socket; 0 means that a request meets a fresh one. */
  served: number
  idle: boolean
  gone: boolean
}

/** Who waits for a connection. */
export type Job = {
  readonly tenant: string
  /** True when the job has ended while waiting; it is then passed over. */
  ended(): boolean
  begin(connection: Connection): void
  refuse(error: Error): void
}

type Origin = {
  readonly origin: string
  readonly idle: Connection[]
  readonly waiting: Job[]
  open: number
}

/** Connections kept alive per origin, bounded per origin and in the number of idle origins. */
export type ConnectionPool = {
  /** Begins the job at once on an idle or new connection, or when one becomes free. */
  acquire(origin: string, job: Job): void
  /** Gives a connection back after a complete response. */
  release(connection: Connection): void
  /** Closes a connection at once, whatever it is doing. */
  discard(connection: Connection): void
  /** Closes a busy connection and opens another in its place; null when the pool is closed. */
  replace(connection: Connection): Connection | null
  stats(): { origins: number; connections: number; waiting: number }
  /** Closes everything; requests in flight and waiting jobs end with `egress_closed`. */
  close(): Promise<void>
}

/** undici's limits for a hostile peer; deadlines are the caller's, so undici's phases are off. */
const CLIENT_LIMITS = {
  pipelining: 1,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 30_000,
  keepAliveTimeoutThreshold: 1000,
}

/**
 * Our own pool over undici's `Client`, because only the owner of the slots knows whether a socket
 * was used before (a stale one is worth a second try), and can drop a request whose deadline passed
 * before it was written. An origin without connections is forgotten, so memory follows traffic.
 */
export function createConnectionPool(options: {
  connect: GuardedConnect
  connectionsPerOrigin: number
  maxOrigins: number
}): ConnectionPool {
  const { connect, connectionsPerOrigin, maxOrigins } = options
  const origins = new Map<string, Origin>()
  /** Origins with no request in flight, the longest idle first. */
  const idleOrigins = new Map<string, Origin>()
  const live = new Set<Connection>()
  let closed = false

  const open = (home: Origin, tenant: string): Connection => {
    const client = new Client(home.origin, {
      ...CLIENT_LIMITS,
      connect(request, callback) {
        connection.served = 0
        const { tenant } = connection
        connect(request, callback, { tenant, cancelled: () => connection.gone })
      },
    })
    const connection: Connection = { client, home, tenant, served: 0, idle: false, gone: false }
    // The peer or the keep-alive timer closed it; a busy one is settled by its request's error.
    client.on('disconnect', () => {
      if (connection.idle) discard(connection)
    })
    home.open += 1
    live.add(connection)
    return connection
  }

  const settle = (home: Origin): void => {
    if (home.open === 0) {
      origins.delete(home.origin)
      idleOrigins.delete(home.origin)
    } else if (home.idle.length === home.open) {
      idleOrigins.set(home.origin, home)
    }
  }

  const drop = (connection: Connection): void => {
    connection.gone = true
    connection.home.open -= 1
    live.delete(connection)
    if (connection.idle) connection.home.idle.splice(connection.home.idle.indexOf(connection), 1)
    connection.idle = false
    void connection.client.destroy()
  }

  const nextJob = (home: Origin): Job | undefined => {
    let job = home.waiting.shift()
    while (job?.ended()) job = home.waiting.shift()
    return job
  }

  const discard = (connection: Connection): void => {
    if (connection.gone) return
    drop(connection)
    const { home } = connection
    const job = closed ? undefined : nextJob(home)
    if (job !== undefined) job.begin(open(home, job.tenant))
    else settle(home)
  }

  const evict = (): void => {
    for (const home of idleOrigins.values()) {
      if (origins.size < maxOrigins) return
      for (const connection of [...home.idle]) discard(connection)
    }
  }

  const homeOf = (origin: string): Origin => {
    const known = origins.get(origin)
    if (known !== undefined) return known
    if (origins.size >= maxOrigins) evict()
    const home: Origin = { origin, idle: [], waiting: [], open: 0 }
    origins.set(origin, home)
    return home
  }

  return {
    acquire(origin, job) {
      if (closed) {
        job.refuse(new EgressError('egress_closed'))
        return
      }
      const home = homeOf(origin)
      // The last one given back is the least likely to be stale.
      const connection = home.idle.pop()
      if (connection !== undefined) {
        connection.idle = false
        idleOrigins.delete(origin)
        connection.tenant = job.tenant
        job.begin(connection)
      } else if (home.open < connectionsPerOrigin) job.begin(open(home, job.tenant))
      else home.waiting.push(job)
    },
    release(connection) {
      if (connection.gone) return
      connection.served += 1
      const { home } = connection
      const job = nextJob(home)
      if (job !== undefined) {
        connection.tenant = job.tenant
        job.begin(connection)
        return
      }
      connection.idle = true
      home.idle.push(connection)
      settle(home)
    },
    discard,
    replace(connection) {
      if (closed) return null
      drop(connection)
      return open(connection.home, connection.tenant)
    },
    stats() {
      let waiting = 0
      for (const home of origins.values()) waiting += home.waiting.length
      return { origins: origins.size, connections: live.size, waiting }
    },
    async close() {
      closed = true
      for (const home of origins.values()) {
        for (const job of home.waiting.splice(0)) job.refuse(new EgressError('egress_closed'))
      }
      await Promise.all([...live].map((connection) => connection.client.destroy()))
    },
  }
}
