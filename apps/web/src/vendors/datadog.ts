import type { Monitoring } from '@countersign/contracts/site'
import { datadogRum, type RumBeforeSend } from '@datadog/browser-rum'
import { samplingOf } from './monitoring.rules.ts'
import { scrubError, scrubText, scrubUrl } from './scrub.ts'
import type { Monitor } from './vendor.ts'

const beforeSend: RumBeforeSend = (event) => {
  event.view.url = scrubUrl(event.view.url)
  event.view.referrer = scrubUrl(event.view.referrer ?? '')
  if (event.type === 'resource') event.resource.url = scrubUrl(event.resource.url)
  if (event.type === 'view' && event.view.performance?.lcp?.resource_url)
    event.view.performance.lcp.resource_url = scrubUrl(event.view.performance.lcp.resource_url)
  if (event.type === 'long_task')
    for (const script of event.long_task.scripts ?? []) {
      script.source_url = scrubUrl(script.source_url ?? '')
      script.invoker = scrubUrl(script.invoker ?? '')
    }
  if (event.type === 'error') {
    event.error.message = scrubText(event.error.message)
    event.error.stack = scrubText(event.error.stack ?? '')
    if (event.error.resource) event.error.resource.url = scrubUrl(event.error.resource.url)
  }
  return true
}

/** A recording contains the full address, so pages whose address may identify someone are not recorded. */
const isNameless = (path: string): boolean => scrubUrl(path) === path

/** Datadog RUM. It sets a cookie, so it is started after the viewer's consent alone. */
export function start(monitoring: Monitoring): Monitor {
  const { applicationId, token, site, url, replay } = monitoring
  datadogRum.init({
    applicationId: applicationId ?? '',
    clientToken: token,
    ...(site && { site: site as 'datadoghq.com' }),
    ...(url && { proxy: url }),
    service: 'countersign-dashboard',
    ...samplingOf(monitoring),
    startSessionReplayRecordingManually: true,
    trackViewsManually: true,
    trackAnonymousUser: false,
    defaultPrivacyLevel: 'mask',
    enablePrivacyForActionName: true,
    telemetrySampleRate: 0,
    trackingConsent: 'granted',
    beforeSend,
  })
  return {
    page: ({ route }) => {
      if (replay && isNameless(location.pathname + location.search))
        datadogRum.startSessionReplayRecording()
      else datadogRum.stopSessionReplayRecording()
      datadogRum.startView({ name: route })
    },
    // A recorder still loading would start with whatever address it finds.
    leavingFor: (path) => {
      if (!isNameless(path)) datadogRum.stopSessionReplayRecording()
    },
    setRole: (role) => datadogRum.setGlobalContextProperty('role', role),
    error: (error) => {
      const { name, message, stack } = scrubError(error)
      datadogRum.addError(Object.assign(new Error(message), { name, stack }))
    },
    allow: (allowed) => datadogRum.setTrackingConsent(allowed ? 'granted' : 'not-granted'),
  }
}
