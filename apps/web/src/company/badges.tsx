import {
  alertLabels,
  type Badge as BadgeFact,
  badgeFacts,
  badges,
  type PublicVasp,
  type Vasp,
} from '@countersign/contracts/trust'
import { type LucideIcon, Network, ShieldCheck, Sparkles, UserCheck } from 'lucide-react'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { Badge } from '../ui/value/badge.tsx'

const icons: Record<BadgeFact['name'], LucideIcon> = {
  Verified: ShieldCheck,
  Claimed: UserCheck,
  'In-Network': Network,
  'Super VASP': Sparkles,
}

/** Props of {@link Badges}. */
export interface BadgesProps {
  vasp: Pick<PublicVasp, 'verificationStatus' | 'hasAdmin' | 'isActiveReceiver'> &
    Partial<Pick<Vasp, 'alerts'>>
  hideDeactivatedBadges?: boolean
  forceShowBadges?: boolean
  /** Breaks over lines where there is no room; the default. */
  wrapBadges?: boolean
}

/** What the network knows of a company, as badges by the rule of the contract. */
export function Badges({ vasp, wrapBadges = true, ...options }: BadgesProps) {
  const list = badges(badgeFacts(vasp), options)
  return (
    <span className={`inline-flex gap-1 ${wrapBadges ? 'flex-wrap' : ''}`}>
      {vasp.alerts?.map(({ status, reason }) => (
        <Tooltip key={status} text={reason ?? 'Re-review this company'}>
          <span>
            <Badge tone="danger">{alertLabels[status]}</Badge>
          </span>
        </Tooltip>
      ))}
      {list.map((badge) => (
        <Tooltip key={badge.name} text={badge.tooltip}>
          <span>
            <Badge icon={icons[badge.name]} tone={toneOf(badge)}>
              {badge.active ? badge.name : `Not ${badge.name.toLowerCase()}`}
            </Badge>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}

const toneOf = ({ name, active }: BadgeFact) =>
  !active ? 'outline' : name === 'Super VASP' ? 'ink' : name === 'Verified' ? 'success' : 'info'
