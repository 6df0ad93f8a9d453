import type { AuditVerification } from '@countersign/contracts/identity'
import { ShieldCheck } from 'lucide-react'
import { api, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time } from '../ui/value/time.tsx'

/** Checks a chain when asked, and keeps what was found. */
export const useAuditCheck = (did: string) =>
  useChange(() => api.auditLog.verify({ did }), { showsFailure: true })

type Check = ReturnType<typeof useAuditCheck>

export const CheckButton = ({ check }: { check: Check }) => (
  <Button icon={ShieldCheck} pending={check.isPending} onClick={() => check.mutate()}>
    Verify
  </Button>
)

/** What the check found, in words that stay. */
export function CheckResult({ check }: { check: Check }) {
  if (check.error)
    return (
      <div className="mb-4">
        <Failure error={check.error} title="Not verified" />
      </div>
    )
  if (!check.data) return null
  const { firstBad, rows, head, verifiedAt } = check.data
  return (
    <div className="mb-4" role="status">
      <Notice
        tone={firstBad ? 'danger' : 'success'}
        title={firstBad ? problemOf(firstBad) : intact(rows)}
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <span>
            Checked <Time value={verifiedAt} format="absolute" />.
          </span>
          {head && (
            <span className="inline-flex items-center gap-1">
              Fingerprint <CopyText value={head} label="fingerprint" />
            </span>
          )}
        </span>
      </Notice>
    </div>
  )
}

const intact = (rows: number) =>
  rows === 0
    ? 'Nothing recorded yet'
    : rows === 1
      ? 'The only row is unchanged'
      : `All ${numberText(rows)} rows are unchanged`

function problemOf({ number, problem }: NonNullable<AuditVerification['firstBad']>): string {
  if (problem === 'altered') return `Row ${number} was changed`
  if (problem === 'missing') return `Row ${number} is missing`
  if (problem === 'unlinked') return `Row ${number} doesn’t match the row before it`
  return `Rows from ${number} onwards are missing`
}
