import { badgeFacts, completeness, presentationOf, type Vasp } from '@countersign/contracts/trust'
import { Check, Circle } from 'lucide-react'
import { Panel } from '../ui/page/panel.tsx'
import { Ring } from '../ui/value/ring.tsx'

/** How complete the profile is, which badges the company has, and how to get the others. */
export function Standing({ vasp }: { vasp: Vasp }) {
  const { isVerified, isClaimed, isInNetwork } = badgeFacts(vasp)
  const { percent, missing } = completeness(vasp)
  const badges = [
    ['Verified', isVerified, 'Submit the company for verification below.'],
    ['Claimed', isClaimed, 'An employee claims the company, and the network approves.'],
    ['In-Network', isInNetwork, 'Receive a first Travel Rule transfer.'],
  ] as const
  return (
    <Panel title="Standing">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-5">
        <div className="flex min-w-0 max-w-sm items-center gap-4">
          <Ring percent={percent} label="Profile complete" />
          <p className="min-w-0 text-sm text-muted">
            {missing.length === 0
              ? 'All key information is filled in.'
              : `Missing: ${missing.map((name) => presentationOf(name).label).join(', ')}`}
          </p>
        </div>
        <ul aria-label="Badges" className="flex flex-col gap-1.5 text-sm">
          {badges.map(([name, has, how]) => {
            const Icon = has ? Check : Circle
            return (
              <li key={name} className="flex items-start gap-2">
                <Icon
                  size={16}
                  aria-hidden
                  className={has ? 'mt-0.5 text-success' : 'mt-0.5 text-muted'}
                />
                <span>
                  <span className="font-medium">{name}</span>
                  <span className="sr-only">{has ? ', yes' : ', not yet'}</span>
                  {!has && <span className="block text-muted">{how}</span>}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </Panel>
  )
}
