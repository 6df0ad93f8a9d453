import type { RuleSet, RuleVersion } from '@countersign/contracts/transactions'
import { api, useChange, useOperation } from '../api/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'
import { Difference } from './difference.tsx'

/** Rules that wait until somebody other than their author activates them, with what they change. */
export function PendingRules({
  company,
  present,
  pending: { version, by, note, updatedAt },
  readOnly,
}: {
  company: string
  present: RuleSet
  pending: RuleVersion
  readOnly: string | undefined
}) {
  const viewer = useViewer()
  const { data } = useOperation(api.rules.get, {
    query: { vaspDID: company, version: String(version) },
  })
  const invalidates = [api.rules.get, api.rules.versions]
  const body = { vaspDID: company, version }
  const agree = useChange(() => api.rules.agree({ body }), {
    invalidates,
    says: `Version ${version} decides from now on`,
  })
  const discard = useChange(() => api.rules.discard({ body }), {
    invalidates,
    says: 'Changes discarded',
  })
  const own = by?.did === viewer.did ? 'A colleague must activate your changes' : undefined
  return (
    <Panel
      title={`Version ${version} waits for a second person`}
      description={
        <>
          {by?.name ?? 'A service'}
          {updatedAt && (
            <>
              , <Time value={updatedAt} />
            </>
          )}
          {note && `: ${note}`}
        </>
      }
      actions={
        <>
          <Button
            disabledReason={readOnly}
            pending={discard.isPending}
            onClick={() => discard.mutate()}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            disabledReason={readOnly ?? own}
            pending={agree.isPending}
            onClick={() => agree.mutate()}
          >
            Activate
          </Button>
        </>
      }
    >
      <div className="text-sm">
        {data && <Difference from={present} to={data} gone="Removed" fresh="Added" />}
      </div>
    </Panel>
  )
}
