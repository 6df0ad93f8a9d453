import type { Monitoring } from '@countersign/contracts/site'

/** Monitoring starts where its configuration has a token, and not on exempt paths nor below them. */
export function mayStart(monitoring: Monitoring | null, path: string): monitoring is Monitoring {
  if (!monitoring?.token) return false
  return !monitoring.exemptPaths.some((exempt) => path === exempt || path.startsWith(`${exempt}/`))
}

/** How much is recorded (specification §9), in the words of the monitor. */
export const samplingOf = ({ replay }: Monitoring) => ({
  sessionSampleRate: 100,
  sessionReplaySampleRate: replay ? 100 : 0,
  trackResources: true,
  trackLongTasks: true,
  // Frustrations are found among the interactions: one switch is for both.
  trackUserInteractions: replay,
})
