/** FATF's call for action, as published in October 2025. */
export const callForAction: readonly string[] = ['IR', 'KP', 'MM']

/** Jurisdictions under FATF's increased monitoring, as published on 24 October 2025. */
export const increasedMonitoring: readonly string[] =
  'AO BG BO CD CI CM DZ HT KE LA LB MC NA NP SS SY VE VG VN YE'.split(' ')
