import type { Vendors } from '@countersign/contracts/site'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, background } from '../api/index.ts'
import { cameWithConsent, clearAnalyticsCookies, useConsent } from '../privacy/index.ts'
import { collectProblems } from '../problems.ts'
import { beforeLogOut, isSignedIn, useCompany, useViewer } from '../session/index.ts'
import { mayStart } from './monitoring.rules.ts'
import type { Analytics, ChatWidget, ErrorReports, Monitor, PageFacts } from './vendor.ts'

const start = {
  datadog: () => import('./datadog.ts'),
  otlp: () => import('./otlp.ts'),
  sentry: () => import('./sentry.ts'),
  segment: () => import('./segment.ts'),
  intercom: () => import('./intercom.ts'),
  crisp: () => import('./crisp.ts'),
}

/** Milliseconds after the page has loaded (specification §9). */
const chatDelay = 3000

/** Where the viewer is, for those who count and watch. */
export interface Place extends PageFacts {
  readonly path: string
}

/** The configured services of a page. Each is fetched when it may start; none may trouble the page. */
export function Services({ vendors, place }: { vendors: Vendors; place: Place }) {
  const role = useRoles()
  const monitor = useMonitor(vendors.monitoring, place)
  const reports = useStarted<ErrorReports>(vendors.errors !== null, async () => {
    const { errors } = vendors
    return errors && (await start[errors.provider]()).start(errors)
  })
  usePageEvents(vendors.analytics, place)
  useChat(vendors.chat)

  useEffect(() => {
    quietly(() => monitor?.setRole(role))
    quietly(() => reports?.setRole(role))
  }, [monitor, reports, role])
  useEffect(() => {
    if (!monitor && !reports) return
    collectProblems((error) => {
      quietly(() => monitor?.error(error))
      quietly(() => reports?.error(error))
    })
  }, [monitor, reports])
  return null
}

/** The roles of the active company, as error reports name them. */
function useRoles(): string {
  const viewer = useViewer()
  const company = useCompany()
  const held = viewer.roles.filter(({ vaspDID }) => vaspDID === null || vaspDID === company)
  return held.map(({ role }) => role).join(', ') || 'none'
}

function useMonitor(settings: Vendors['monitoring'], place: Place): Monitor | undefined {
  const consented = useConsent() === true
  // Datadog sets a cookie; the collector of OTLP learns of no person at all.
  const allowed = settings?.provider === 'otlp' || consented
  const monitor = useStarted<Monitor>(allowed && mayStart(settings, place.path), async () => {
    return settings && (await start[settings.provider]()).start(settings)
  })
  useEffect(() => quietly(() => monitor?.allow(allowed)), [monitor, allowed])
  useEffect(() => {
    if (!monitor || allowed) return
    // A monitor that has been told to stop still notes in its cookie that it did.
    const timer = setInterval(clearAnalyticsCookies, 1000)
    return () => clearInterval(timer)
  }, [monitor, allowed])
  const { title, route } = place
  useEffect(() => quietly(() => monitor?.page({ title, route })), [monitor, title, route])
  const { history } = useRouter()
  useEffect(
    () => history.subscribe(({ location }) => quietly(() => monitor?.leavingFor?.(location.href))),
    [monitor, history],
  )
  return monitor
}

function usePageEvents(settings: Vendors['analytics'], { title, route, path }: Place): void {
  const consented = useConsent() === true
  const analytics = useStarted<Analytics>(consented && settings !== null, async () => {
    return settings && (await start[settings.provider]()).start(settings)
  })
  const seen = useRef(cameWithConsent ? undefined : path)
  useEffect(() => {
    if (!consented) {
      // A page that was open before the consent is not told of.
      seen.current = path
      quietly(() => analytics?.stop())
    } else if (analytics && seen.current !== path) {
      seen.current = path
      quietly(() => analytics.page({ title, route }))
    }
  }, [analytics, consented, path, title, route])
}

function useChat(settings: Vendors['chat']): void {
  const viewer = useViewer()
  const email = viewer.fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value
  const wanted = settings !== null && (settings.visitors || isSignedIn(viewer))
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), chatDelay)
    return () => clearTimeout(timer)
  }, [])
  useStarted<ChatWidget>(wanted && waited, async () => {
    if (!settings) return null
    const identity = email ? await api.site.chatIdentity({}, { headers: background }) : undefined
    const person = email && identity ? { email, ...identity } : null
    const widget = (await start[settings.provider]()).start(settings, person)
    beforeLogOut(() => quietly(widget.stop))
    return widget
  })
}

/** Starts something once, when it may; a failure is as if it were not configured. */
function useStarted<T>(may: boolean, begin: () => Promise<T | null>): T | undefined {
  const [started, setStarted] = useState<Promise<T | null>>()
  const [ready, setReady] = useState<T>()
  useEffect(() => {
    if (may && !started) setStarted(begin())
  }, [may, started, begin])
  useEffect(() => {
    started?.then(
      (value) => setReady(() => value ?? undefined),
      () => undefined,
    )
  }, [started])
  return ready
}

/** A vendor's fault is not the page's. */
function quietly(work: () => unknown): void {
  try {
    work()
  } catch {
    // Blocked by the browser, or broken: the page works without it.
  }
}
