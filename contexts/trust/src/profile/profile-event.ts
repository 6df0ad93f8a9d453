import type { Event } from '@countersign/contracts/events'

/** The event that tells which fields of a company changed. */
export const updated = (did: string, fields: string[], at: Date): Event => ({
  type: 'vasp.updated',
  company: did,
  payload: { did, fields, updatedAt: at.toISOString() },
  at,
})
