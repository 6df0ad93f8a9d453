import { type DocumentRequest, isGranted, questionnaireType } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { AnswerDialog } from '../document/index.ts'
import { DataList } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { DdqReaders } from './readers.tsx'
import { ShareDialog } from './share-dialog.tsx'

const sharedWith = (row: DocumentRequest) => row.requestingVASPdid

/** Which companies may read the questionnaire now, and which did. */
export function DdqAccess({ did }: { did: string }) {
  const asked = useOperation(
    api.documentRequest.list,
    { did, query: { limit: 100 } },
    { polls: 5000 },
  )
  const [sharing, setSharing] = useState(false)
  const [revoking, setRevoking] = useState<DocumentRequest>()
  const { reason } = useCan(api.document.share)
  const ours = asked.data?.requests.filter((row) => row.documentType === questionnaireType)
  const now = Date.now()
  const waiting = ours?.filter(({ status }) => status === 'PENDING').length ?? 0
  const columns: Column<DocumentRequest>[] = [
    {
      id: 'company',
      header: 'Company',
      cell: (row) => (
        <Link
          to="/network/vasps/$did"
          params={{ did: row.requestingVASPdid }}
          className={rowLinkClass}
        >
          {row.requestingVASPName}
        </Link>
      ),
    },
    { id: 'since', header: 'Since', cell: (row) => <Time value={row.decidedAt} inRow /> },
    {
      id: 'until',
      header: 'Access until',
      cell: (row) => <Time value={row.expiresAt} format="day" inRow />,
    },
    {
      id: 'questions',
      header: 'Open questions',
      align: 'end',
      cell: ({ openQuestions }) => openQuestions,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (row) => (
        <span className="flex sm:justify-end">
          <Button disabledReason={reason} onClick={() => setRevoking(row)}>
            Revoke<span className="sr-only"> access of {row.requestingVASPName}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      {waiting > 0 && (
        <div className="mb-4">
          <Notice>
            {waiting === 1 ? '1 company is' : `${waiting} companies are`} waiting for your answer to
            a questionnaire request.{' '}
            <Link to="/due-diligence" className={linkClass}>
              Open inbox
            </Link>
          </Notice>
        </div>
      )}
      <Section
        title="Who has access"
        description="They read your latest submitted version with its annexes, never a draft."
      >
        <DataList
          error={ours ? null : asked.error}
          onRetry={() => void asked.refetch()}
          caption="Companies with access"
          columns={columns}
          rows={ours?.filter((row) => isGranted(row, now))}
          keyOf={({ id }) => id}
          skeletonRows={2}
          empty={
            <EmptyState kind="nothing" title="No one has access">
              Share it with a company here, or approve its request in the inbox.
            </EmptyState>
          }
        />
        <div className="mt-3">
          <Button disabledReason={reason} onClick={() => setSharing(true)}>
            Share with a company
          </Button>
        </div>
      </Section>
      {sharing && (
        <ShareDialog
          did={did}
          without={[did, ...(ours ?? []).filter((row) => isGranted(row, now)).map(sharedWith)]}
          onClose={() => setSharing(false)}
        />
      )}
      <Section title="Who read it">
        <DdqReaders did={did} />
      </Section>
      {revoking && (
        <AnswerDialog
          action="REVOKE"
          requests={[revoking]}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  )
}
