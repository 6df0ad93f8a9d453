import type { SessionInfo } from '@countersign/contracts/identity'
import { Monitor, Smartphone } from 'lucide-react'
import { api, keyOf, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { logOut } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'

const key = keyOf(api.auth.listSessions)

/** Where the viewer is signed in, and how to end it. */
export function OwnSessions() {
  const { data, error, refetch } = useOperation(api.auth.listSessions, {})
  const others = useChange(() => api.auth.revokeOtherSessions({}), {
    invalidates: [key],
    says: ({ revoked }) => (revoked === 1 ? '1 session ended' : `${revoked} sessions ended`),
  })
  return (
    <Panel
      title="Where you are signed in"
      description="End sessions you don’t recognise, then change your password with your sign-in provider."
      flush
      actions={
        data &&
        data.sessions.length > 1 && (
          <Button pending={others.isPending} onClick={() => others.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="px-5 pb-4">
          <SkeletonLines lines={2} label="Loading sessions" />
        </div>
      )}
      <ul className="divide-y divide-line border-t border-line empty:border-0">
        {data?.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function Session({ session }: { session: SessionInfo }) {
  const name = deviceOf(session.userAgent)
  const end = useChange(() => api.auth.revokeSession({ sessionId: session.id }), {
    invalidates: [key],
    says: 'Session ended',
  })
  const Icon = /Android|iPhone|Mobile/.test(session.userAgent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 items-start gap-3">
        <Icon size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium" title={session.userAgent}>
            {name}
            {session.current && <Badge tone="success">This session</Badge>}
          </p>
          <p className="text-sm text-muted">
            Used <Time value={session.lastActiveAt} />, signed in <Time value={session.createdAt} />
          </p>
        </div>
      </div>
      {session.current ? (
        <Button onClick={logOut}>Sign out</Button>
      ) : (
        <Button pending={end.isPending} onClick={() => end.mutate()}>
          End<span className="sr-only"> the session in {name}</span>
        </Button>
      )}
    </li>
  )
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** What a browser calls itself, in words. */
function deviceOf(userAgent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return [browser ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}
