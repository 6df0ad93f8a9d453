import { createContext, use } from 'react'

const TimeZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Gives every `Time` below it the viewer's zone: an IANA name or `UTC`. */
export const TimeZoneProvider = TimeZoneContext

/** The zone in which times are shown. */
export function useTimeZone(): string {
  return use(TimeZoneContext)
}
