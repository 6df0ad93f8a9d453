import type { Monitoring } from '@countersign/contracts/site'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web'
import { samplingOf } from './monitoring.rules.ts'
import { scrubError, scrubUrl } from './scrub.ts'
import type { Monitor } from './vendor.ts'

type Attributes = Record<string, string | number>

/** Traces to a collector of the deployer's. It sets no cookie and knows no session. */
export function start(monitoring: Monitoring): Monitor {
  const collector = `${monitoring.url?.replace(/\/$/, '')}/v1/traces`
  const provider = new WebTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'countersign-dashboard' }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({
          url: collector,
          headers: { authorization: `Bearer ${monitoring.token}` },
        }),
      ),
    ],
  })
  const tracer = provider.getTracer('countersign-dashboard')
  let allowed = true
  let common: Attributes = {}

  /** Times are milliseconds since the page began, as the browser measures. */
  function span(name: string, startTime: number, duration: number, attributes: Attributes): void {
    if (!allowed) return
    const begun = performance.timeOrigin + startTime
    tracer
      .startSpan(name, { startTime: begun, attributes: { ...common, ...attributes } })
      .end(begun + duration)
  }

  const { trackResources, trackLongTasks, trackUserInteractions } = samplingOf(monitoring)
  if (trackResources)
    observe('resource', (entry) => {
      if (!entry.name.startsWith(collector))
        span('resource', entry.startTime, entry.duration, { 'url.full': scrubUrl(entry.name) })
    })
  if (trackLongTasks)
    observe('longtask', (entry) => span('longtask', entry.startTime, entry.duration, {}))
  if (trackUserInteractions)
    observe('event', (entry) => span(`event ${entry.name}`, entry.startTime, entry.duration, {}))

  return {
    page: ({ route }) => {
      common = { ...common, 'app.route': route }
      span('page', performance.now(), 0, {})
    },
    setRole: (role) => {
      common = { ...common, role }
    },
    error: (error) => {
      const { name, message, stack } = scrubError(error)
      span('exception', performance.now(), 0, {
        'exception.type': name,
        'exception.message': message,
        'exception.stacktrace': stack,
      })
    },
    allow: (next) => {
      allowed = next
    },
  }
}

function observe(type: string, each: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
    type,
    buffered: true,
  })
}
