import type { PublicVasp } from './vasp.ts'

/** The three facts behind the badges. */
export type BadgeFacts = {
  readonly isVerified: boolean
  readonly isClaimed: boolean
  readonly isInNetwork: boolean
}

/** How badges are shown (specification §3). */
export type BadgeOptions = {
  readonly hideDeactivatedBadges?: boolean
  readonly forceShowBadges?: boolean
}

/** One badge to draw; an inactive one is greyed. */
export type Badge = {
  readonly name: 'Super VASP' | 'Verified' | 'Claimed' | 'In-Network'
  readonly active: boolean
  readonly tooltip: string
}

const tooltips = {
  Verified: 'The network has verified this company',
  Claimed: 'An employee of the company has claimed the account',
  'In-Network': 'The VASP receives Travel Rule data transfers',
  'Super VASP': 'Claimed, verified and in-network',
} as const

/** The facts of a company: claimed = it has an admin, in-network = it receives transfers. */
export function badgeFacts(
  vasp: Pick<PublicVasp, 'verificationStatus' | 'hasAdmin' | 'isActiveReceiver'>,
): BadgeFacts {
  return {
    isVerified: vasp.verificationStatus === 'VERIFIED',
    isClaimed: vasp.hasAdmin,
    isInNetwork: vasp.isActiveReceiver,
  }
}

/**
 * The badges to show, in order. None when no fact is true, unless forced; all three become one
 * 'Super VASP'; else the three with untrue ones inactive, or left out with `hideDeactivatedBadges`.
 */
export function badges(facts: BadgeFacts, options: BadgeOptions = {}): Badge[] {
  const three: Badge[] = (
    [
      ['Verified', facts.isVerified],
      ['Claimed', facts.isClaimed],
      ['In-Network', facts.isInNetwork],
    ] as const
  ).map(([name, active]) => ({ name, active, tooltip: tooltips[name] }))
  if (three.every((badge) => badge.active))
    return [{ name: 'Super VASP', active: true, tooltip: tooltips['Super VASP'] }]
  if (!options.forceShowBadges && three.every((badge) => !badge.active)) return []
  return options.hideDeactivatedBadges ? three.filter((badge) => badge.active) : three
}
