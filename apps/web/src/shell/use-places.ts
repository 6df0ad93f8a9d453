import { isSignedIn, mayCall, useCompany, useConfig, useViewer } from '../session/index.ts'
import { type Place, places } from './places.ts'

/** The places that the viewer may go to now. What they may not read is not there. */
export function usePlaces(): readonly Place[] {
  const viewer = useViewer()
  const company = useCompany()
  const config = useConfig()
  return places.filter(({ call, when, own, needs }) => {
    if (needs && !config[needs]) return false
    if (own && viewer.observing) return false
    if (when === 'signed-in' && !isSignedIn(viewer)) return false
    if (when === 'internal-admin' && !viewer.isCountersignAdmin) return false
    return !call || mayCall(call, viewer, company)
  })
}
