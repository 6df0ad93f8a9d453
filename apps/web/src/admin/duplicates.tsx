import type { AdministeredVasp, Duplicates } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, refresh, useOperation } from '../api/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { VerificationBadge } from '../verification/index.ts'
import { duplicateWords } from './import-words.tsx'

const facts: readonly (readonly [string, (company: AdministeredVasp) => ReactNode])[] = [
  ['DID', ({ vasp }) => <CopyText value={vasp.did} label="DID" />],
  ['Legal name', ({ vasp }) => vasp.legalName || '–'],
  ['LEI', ({ vasp }) => (vasp.lei ? <span className="font-mono">{vasp.lei}</span> : '–')],
  ['Website', ({ vasp }) => vasp.website || '–'],
  ['Jurisdictions', ({ vasp }) => vasp.jurisdictions?.map(countryName).join(', ') || '–'],
  ['Verification', ({ vasp }) => <VerificationBadge status={vasp.verificationStatus} />],
  ['Admin', ({ vasp }) => (vasp.hasAdmin ? 'Yes' : 'None')],
  ['Email domains', ({ emailDomains }) => emailDomains.join(', ') || '–'],
  ['Added', ({ createdAt }) => <Time value={createdAt} format="day" />],
]

/** Companies that may be one, side by side, to merge into the one that stays. */
export function AdminDuplicates() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <Groups />
}

function Groups() {
  const { data, error, refetch } = useOperation(api.curation.duplicates, {})
  return (
    <>
      <PageHeader
        title="Duplicates"
        description="Companies that share an LEI, a name or a domain. Keep one: the others redirect to it."
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={2} label="Loading duplicates" />}
      {data?.groups.length === 0 && (
        <Panel flush>
          <EmptyState kind="nothing" icon={CircleCheck} title="No duplicates">
            Companies that share an LEI, a name or a domain appear here.
          </EmptyState>
        </Panel>
      )}
      {data && data.groups.length > 0 && (
        <ul aria-label="Duplicates" className="flex flex-col gap-4">
          {data.groups.map((group) => (
            <li key={`${group.by} ${group.value}`}>
              <Group group={group} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Group({ group: { by, value, companies } }: { group: Duplicates }) {
  const [keeping, setKeeping] = useState<AdministeredVasp>()
  return (
    <Panel item headingLevel={2} title={`${duplicateWords[by]}: ${value}`} flush>
      <div className="relative overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">
            {duplicateWords[by]}: {value}
          </caption>
          <thead>
            <tr className="border-t border-line">
              <td className="w-36 px-5 py-2" />
              {companies.map(({ vasp }) => (
                <th key={vasp.did} scope="col" className="min-w-48 px-3 py-2 text-left">
                  <Link to="/admin/companies/$did" params={{ did: vasp.did }} className={linkClass}>
                    {vasp.name}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(([term, show]) => (
              <tr key={term} className="border-t border-line">
                <th scope="row" className="px-5 py-2 text-left font-normal text-muted">
                  {term}
                </th>
                {companies.map((company) => (
                  <td key={company.vasp.did} className="px-3 py-2 wrap-anywhere">
                    {show(company)}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="border-t border-line">
              <td className="px-5 py-2" />
              {companies.map((company) => (
                <td key={company.vasp.did} className="px-3 py-3">
                  <Button
                    disabledReason={
                      company.listing === 'listed' ? undefined : 'It isn’t in the directory'
                    }
                    onClick={() => setKeeping(company)}
                  >
                    Keep this one
                    <span className="sr-only">
                      : {company.vasp.name}, {company.vasp.did}
                    </span>
                  </Button>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {keeping && (
        <Merge
          into={keeping}
          others={companies.filter(({ vasp }) => vasp.did !== keeping.vasp.did)}
          onClose={() => setKeeping(undefined)}
        />
      )}
    </Panel>
  )
}

type MergeProps = {
  into: AdministeredVasp
  others: readonly AdministeredVasp[]
  onClose: () => void
}

function Merge({ into: { vasp }, others, onClose }: MergeProps) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Keep ${vasp.name}?`}
      confirmLabel="Merge"
      onConfirm={async () => {
        try {
          for (const { vasp: other } of others)
            await api.curation.remove({ did: other.did, query: { redirectDID: vasp.did } })
        } finally {
          await refresh(client, api.curation.duplicates, api.administration.list)
        }
        toasts.success(`Merged into ${vasp.name}`)
      }}
    >
      <span className="block wrap-anywhere">
        {others.map((other) => `${other.vasp.name} (${other.vasp.did})`).join(', ')}{' '}
        {others.length === 1 ? 'disappears' : 'disappear'} from the directory and{' '}
        {others.length === 1 ? 'its page leads' : 'their pages lead'} to this company. Members lose
        access to what is merged. This can’t be undone.
      </span>
    </ConfirmDialog>
  )
}
