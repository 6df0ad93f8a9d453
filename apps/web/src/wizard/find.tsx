import { domainsMatch } from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { Badges } from '../company/index.ts'
import { LoadError } from '../page/index.ts'
import { AskDialog, ownRequestsQuery } from '../request/index.ts'
import { userVaspListQuery, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { Badge } from '../ui/value/badge.tsx'
import type { StepProps } from './state.ts'

/** Looks for the company in the network before another one is made. */
export function FindStep({ state, change, onNext }: StepProps) {
  const [words, setWords] = useState(state.name)
  const q = useDeferredValue(words.trim())
  const query = { per_page: 8, listingType: 'all' as const, ...(q && { q }) }
  const found = useOperation(api.public.listVasps, { query }, { enabled: q !== '' })
  const mine = useQuery(userVaspListQuery)
  const near = [...(mine.data?.joinable ?? []), ...(mine.data?.claimable ?? [])]
  const shown = q ? found.data?.vasps : near
  return (
    <>
      <TextField
        label="Your company"
        hint="Its name, website, legal entity identifier or DID"
        type="search"
        icon={Search}
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {found.error && <LoadError error={found.error} onRetry={() => void found.refetch()} />}
      {q && !found.data && !found.error && <SkeletonLines lines={3} label="Searching" />}
      {shown && (
        <>
          <Group
            title="Join"
            description="An admin decides on your request."
            vasps={shown.filter(({ hasAdmin }) => hasAdmin)}
          />
          <Group
            title="Claim"
            description="These have no admin yet. The network decides on your claim."
            vasps={shown.filter(({ hasAdmin }) => !hasAdmin)}
          />
        </>
      )}
      {q && shown?.length === 0 && (
        <p className="text-muted">No company in the network matches “{q}”.</p>
      )}
      <Panel>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-base font-semibold">Create new</h2>
            <p className="mt-0.5 text-sm text-muted">
              Can’t find your company? Add it. The network checks it before others rely on it.
            </p>
          </div>
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => {
              if (q && !state.name && !/^(did:|https?:)/.test(q)) change({ name: q })
              onNext()
            }}
          >
            Add a new company
          </Button>
        </div>
      </Panel>
    </>
  )
}

type GroupProps = { title: string; description: string; vasps: readonly PublicVasp[] }

function Group({ title, description, vasps }: GroupProps) {
  if (vasps.length === 0) return null
  return (
    <Panel title={title} description={description} flush>
      <ul className="divide-y divide-line border-t border-line">
        {vasps.map((vasp) => (
          <Found key={vasp.did} vasp={vasp} />
        ))}
      </ul>
    </Panel>
  )
}

function Found({ vasp }: { vasp: PublicVasp }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Avatar name={vasp.name} src={vasp.logo ?? undefined} size="small" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{vasp.name}</p>
          <p className="text-sm text-muted wrap-anywhere">{vasp.website}</p>
          <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
            <Badges vasp={vasp} hideDeactivatedBadges />
          </p>
        </div>
      </div>
      <Way vasp={vasp} />
    </li>
  )
}

/** The way into a company, or why there is none. */
function Way({ vasp }: { vasp: PublicVasp }) {
  const viewer = useViewer()
  const { data } = useQuery(userVaspListQuery)
  const asked = useQuery(ownRequestsQuery)
  const isIn = (group: 'joinable' | 'claimable') =>
    data?.[group].some(({ did }) => did === vasp.did) ?? false
  if (viewer.vasps.includes(vasp.did)) return <Badge tone="success">You’re a member</Badge>
  if (asked.data?.requests.some((one) => one.vaspDID === vasp.did && one.state === 'pending'))
    return <Badge tone="warning">Awaiting a decision</Badge>
  if (isIn('joinable')) return <AskDialog vasp={vasp} kind="join" />
  if (isIn('claimable')) return <AskDialog vasp={vasp} kind="claim" />
  const email = viewer.fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value ?? ''
  const looksLike = vasp.website != null && domainsMatch(email, vasp.website)
  return (
    <p className="max-w-60 text-sm text-muted">
      {looksLike
        ? 'Your email domain looks similar, but it isn’t the one on record for this company.'
        : 'Your email address is at another domain.'}{' '}
      {vasp.hasAdmin
        ? 'Ask one of its members to invite you.'
        : 'Sign in with an address at its domain to claim it.'}
    </p>
  )
}
