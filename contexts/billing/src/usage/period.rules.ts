/** A calendar month in UTC. */
export type Period = { readonly start: Date; readonly end: Date }

/** The month that a moment lies in. */
export const monthOf = (at: Date): Period => ({
  start: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
  end: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
})
