import {
  moveOf,
  moveReason,
  statusSentences,
  type Verification,
  type VerificationAction,
  verificationActions,
} from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { OwnEvidence } from '../evidence/index.ts'
import { LoadError } from '../page/index.ts'
import { permissionOf } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { VerificationMove } from './move.tsx'
import { VerificationBadge, verificationQuery, verificationWord } from './status.tsx'

/** Props of {@link VerificationPanel}. */
interface VerificationPanelProps {
  did: string
  /** The version of the company on the screen: what changes beneath a decision stops it. */
  version: number
  /** Whose moves are offered: the company's own, or the network's. */
  side: 'company' | 'network'
  /** Why moves cannot be made at all. */
  reason?: string | undefined
}

/** Where the verification stands, how it came there, and the moves that are possible now. */
export function VerificationPanel({ did, version, side, reason }: VerificationPanelProps) {
  const { data, error, refetch } = useQuery(verificationQuery(did))
  const [action, setAction] = useState<VerificationAction>()
  const permission = permissionOf(
    side === 'network' ? api.verification.queue : api.verification.move,
  )
  const moves = verificationActions.filter((name) => moveOf(name).permission === permission)
  const possible = data ? moves.filter((name) => !moveReason(name, data.status)) : []
  return (
    <div id="verification">
      <Panel
        title="Verification"
        description="The network checks each company’s identity. Others see the result as a badge."
        actions={data && <VerificationBadge status={data.status} />}
      >
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <SkeletonLines lines={side === 'company' ? 13 : 4} label="Loading verification" />
        )}
        {data && (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-muted first-letter:uppercase">
              {statusSentences[data.status]}.{' '}
              {data.expiresAt && (
                <>
                  Valid until <Time value={data.expiresAt} format="day" />.{' '}
                </>
              )}
              {side === 'company' && nextStep[data.status]}
            </p>
            {possible.length > 0 && (
              <div data-print="hide" className="flex flex-wrap gap-2">
                {possible.map((name, at) => (
                  <Button
                    key={name}
                    variant={name !== 'suspend' && at === 0 ? 'primary' : 'secondary'}
                    disabledReason={reason}
                    onClick={() => setAction(name)}
                  >
                    {moveOf(name).label}
                  </Button>
                ))}
              </div>
            )}
            {side === 'company' && <OwnEvidence did={did} />}
            <History data={data} />
          </div>
        )}
        {action && (
          <VerificationMove
            did={did}
            side={side}
            action={action}
            version={version}
            onClose={() => setAction(undefined)}
          />
        )}
      </Panel>
    </div>
  )
}

const nextStep: Record<Verification['status'], string> = {
  UNVERIFIED: 'Complete your profile and upload your licence, then submit.',
  SUBMITTED: 'The network will take it into review.',
  PENDING_REVIEW: 'The network is checking your register entry, licence and domain.',
  VERIFIED: 'Changing the legal name, LEI or licence ends it early.',
  REJECTED: 'Read the note below. You can appeal with new evidence.',
  EXPIRED: 'Ask for renewal to get the badge back.',
  SUSPENDED: 'Read the note below and write to the network.',
}

function History({ data }: { data: Verification }) {
  if (data.history.length === 0) return null
  const who = { company: 'The company', network: 'The network', system: 'The system' }
  return (
    <ol aria-label="History" className="flex flex-col gap-3 border-t border-line pt-4 text-sm">
      {data.history.map(({ id, to, by, at, note, evidence }) => (
        <li key={id} className="border-l-2 border-line pl-3">
          <p>
            <span className="font-medium">{verificationWord(to)}</span>
            <span className="text-muted">
              {' '}
              · {who[by]} · <Time value={at} />
            </span>
          </p>
          <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{note}</p>
          {evidence.length > 0 && (
            <p className="mt-0.5 text-xs text-muted">
              Based on {evidence.length === 1 ? 'one document' : `${evidence.length} documents`}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
