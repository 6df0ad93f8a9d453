import type { RuleSet } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, useOperation, usePages } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Time } from '../ui/value/time.tsx'
import { Difference } from './difference.tsx'

/** The versions of the rules, each with what differs from the present one. */
export function Versions({
  company,
  present,
  readOnly,
  onRestored,
}: {
  company: string
  present: RuleSet
  readOnly: string | undefined
  onRestored: () => Promise<unknown>
}) {
  const pages = usePages(api.rules.versions, { query: { vaspDID: company } })
  const [open, setOpen] = useState<number>()
  const versions = pages.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Panel title="Versions" flush long>
      <ul className="border-t border-line text-sm">
        {versions.map(({ version, by, updatedAt, note, state, agreedBy }) => (
          <li key={version} className="border-b border-line px-5 py-3 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">Version {version}</span>
              <span className="text-muted">
                {by?.name ?? 'A service'}
                {agreedBy && `, activated by ${agreedBy.name ?? 'a former colleague'}`}
                {updatedAt && (
                  <>
                    , <Time value={updatedAt} />
                  </>
                )}
              </span>
              {note && <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{note}</span>}
              {version === present.version || state === 'PENDING' ? (
                <span className="ml-auto text-muted">
                  {state === 'PENDING' ? 'Waiting for a colleague' : 'In use'}
                </span>
              ) : (
                <Button
                  variant="quiet"
                  className="ml-auto"
                  aria-expanded={open === version}
                  onClick={() => setOpen(open === version ? undefined : version)}
                >
                  {open === version ? 'Hide changes' : 'Show changes'}
                </Button>
              )}
            </div>
            {open === version && (
              <Past
                {...{ company, present, version, readOnly }}
                onRestored={async () => {
                  setOpen(undefined)
                  await onRestored()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <ShowMore
        pages={pages}
        label="Show older versions"
        className="mt-0 border-t border-line px-5 py-3"
      />
    </Panel>
  )
}

function Past({
  company,
  present,
  version,
  readOnly,
  onRestored,
}: {
  company: string
  present: RuleSet
  version: number
  readOnly: string | undefined
  onRestored: () => Promise<unknown>
}) {
  const { data } = useOperation(api.rules.get, {
    query: { vaspDID: company, version: String(version) },
  })
  const [asking, setAsking] = useState(false)
  if (!data) return null
  return (
    <div className="mt-2 flex flex-col gap-2">
      <Difference from={data} to={present} gone="No longer" fresh="Since then" />
      <div>
        <Button disabledReason={readOnly} onClick={() => setAsking(true)}>
          Restore version {version}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Restore version ${version}?`}
          confirmLabel="Restore"
          harmless
          onOpenChange={(isOpen) => !isOpen && setAsking(false)}
          onConfirm={async () => {
            await api.rules.restore({
              body: { vaspDID: company, version, baseVersion: present.version },
            })
            await onRestored()
          }}
        >
          {present.takesTwo
            ? 'Its rules become a new version, which waits until a colleague activates it.'
            : 'Its rules become a new version, in use from now on.'}
        </ConfirmDialog>
      )}
    </div>
  )
}
