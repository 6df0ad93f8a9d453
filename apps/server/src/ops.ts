import type { RequestFacts } from '@countersign/kit/http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Numbers = ReadonlyMap<string, number>

/** What operators watch. */
export type Ops = {
  readonly app: FastifyInstance
  /** Counts a finished request. */
  observe(service: string, facts: RequestFacts): void
  /** Adds a number that is read when metrics are asked for; the last one stays while it can’t be. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds a number for each value of a label; none while they can’t be read. */
  gauges(name: string, help: string, label: string, read: () => Promise<Numbers>): void
  /** Adds a count. @returns what counts more, for these values of the labels */
  counter(
    name: string,
    help: string,
    labels: readonly string[],
  ): (values: Readonly<Record<string, string>>, more?: number) => void
  /** Adds a condition of readiness; it rejects while not met. */
  needs(name: string, check: () => Promise<void>): void
  /** From now on not ready: the process is going down. */
  drain(): void
}

/** `/healthz` (alive), `/readyz` (serving makes sense) and `/metrics` (Prometheus) on a port of their own. */
export function createOps(log: FastifyBaseLogger): Ops {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['service', 'route', 'method', 'status_class'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const checks = new Map<string, () => Promise<void>>()
  let draining = false
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      [...checks].map(async ([name, check]) => [name, await state(check)] as const),
    )
    const ready = !draining && states.every(([, is]) => is === 'ok')
    return reply.code(ready ? 200 : 503).send({
      status: draining ? 'draining' : ready ? 'ok' : 'not ready',
      checks: Object.fromEntries(states),
    })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  )
  return {
    app,
    observe: (service, { route, method, status, durationMs }) =>
      requests.observe(
        { service, route, method, status_class: `${Math.floor(status / 100)}xx` },
        durationMs / 1000,
      ),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          await unlessAway(read, (value) => this.set(value))
        },
      })
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset()
          await unlessAway(read, (numbers) => {
            for (const [value, number] of numbers) this.set({ [label]: value }, number)
          })
        },
      })
    },
    counter: (name, help, labels) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] })
      return (values, more = 1) => counter.inc(values, more)
    },
    needs: (name, check) => checks.set(name, check),
    drain: () => {
      draining = true
    },
  }
}

/** What can’t be read keeps nobody from reading the rest. */
async function unlessAway<T>(read: () => T | Promise<T>, use: (value: T) => void): Promise<void> {
  let value: T
  try {
    value = await read()
  } catch {
    return
  }
  use(value)
}

const state = (check: () => Promise<void>) =>
  check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
