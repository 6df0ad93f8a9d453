import { kestrelBay } from './users.ts'

const hour = 3_600_000

/** The demo's machine clients: one that works, one that only hands transfers in. */
export const demoCredentials = (at: Date) => {
  const before = (hours: number) => new Date(at.getTime() - hours * hour)
  return [
    {
      vaspDID: kestrelBay,
      name: 'Payment gateway',
      limited: false,
      createdAt: before(24 * 190),
      lastUsedAt: before(1),
    },
    { vaspDID: kestrelBay, name: 'Batch import', limited: true, createdAt: before(24 * 41) },
  ]
}
