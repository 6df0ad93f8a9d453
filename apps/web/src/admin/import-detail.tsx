import type { CompanyImport } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, keyOf, refresh, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { saveFile } from '../ui/table/csv.ts'
import { linkClass } from '../ui/value/link.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { Time } from '../ui/value/time.tsx'
import { fetchRejected } from './import-files.ts'
import { ImportLines } from './import-lines.tsx'
import { companies, ImportBadge } from './import-words.tsx'

/** How often is asked how far an import is, in milliseconds. */
const polls = 1_000

const isUnderWay = ({ state }: CompanyImport) => state === 'running' || state === 'undoing'

/** One import: what would be created, what was, and the ways on and back. */
export function OneImport({ importId }: { importId: string }) {
  const [also, setAlso] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useOperation(
    api.companyImport.get,
    { importId },
    { ...(busy && { polls }) },
  )
  const working = data !== undefined && isUnderWay(data)
  if (busy !== working && data) setBusy(working)
  const client = useQueryClient()
  const state = data?.state
  // What became of the lines has changed with it.
  useEffect(() => {
    if (state) void refresh(client, api.companyImport.lines)
  }, [client, state])
  const toggle = (line: number) => {
    const next = new Set(also)
    if (!next.delete(line)) next.add(line)
    setAlso(next)
  }
  return (
    <>
      <PageHeader
        above={
          <Link to="/admin/imports" className={linkClass}>
            Imports
          </Link>
        }
        title={data?.fileName ?? 'Import'}
        meta={
          data && (
            <>
              <ImportBadge state={data.state} />
              <span className="text-sm text-muted">
                {data.format === 'csv' ? 'CSV' : 'GLEIF'} · {numberText(data.counts.total)}{' '}
                {data.counts.total === 1 ? 'line' : 'lines'} · uploaded{' '}
                <Time value={data.createdAt} format="absolute" />
              </span>
            </>
          )
        }
        actions={data && <Acts of={data} also={also} />}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading import" />}
      {data && (
        <div className="flex flex-col gap-4">
          <Progress of={data} also={also.size} />
          {(data.state !== 'cancelled' || data.confirmedAt !== null) && (
            <ImportLines key={data.state} of={data} also={also} onAlso={toggle} />
          )}
        </div>
      )}
    </>
  )
}

function Progress({ of, also }: { of: CompanyImport; also: number }) {
  const { state, counts } = of
  if (state === 'preview')
    return (
      <Notice title="Nothing is created yet">
        {companies(counts.ready + also)} would be created and listed. Left out:{' '}
        {numberText(counts.duplicate - also)} possible{' '}
        {counts.duplicate - also === 1 ? 'duplicate' : 'duplicates'}, {numberText(counts.rejected)}{' '}
        rejected {counts.rejected === 1 ? 'line' : 'lines'}.
      </Notice>
    )
  if (isUnderWay(of)) {
    const all =
      state === 'running'
        ? counts.ready + counts.imported + counts.skipped
        : counts.imported + counts.undone + counts.kept
    const done =
      state === 'running' ? counts.imported + counts.skipped : counts.undone + counts.kept
    return (
      <p role="status" className="flex flex-wrap items-center gap-3 text-sm tabular-nums">
        <Meter label="Progress" value={done} max={all} />
        {numberText(done)} of {numberText(all)} lines. You can leave this page.
      </p>
    )
  }
  if (state === 'undone')
    return (
      <Notice>
        {companies(counts.undone)} removed. {companies(counts.kept)} stayed, because they were
        claimed, changed or referenced since.
      </Notice>
    )
  if (of.confirmedAt === null) return <Notice>Cancelled before anything was created.</Notice>
  return (
    <Notice tone="success">
      {companies(counts.imported)} imported, {numberText(counts.skipped)} skipped.
    </Notice>
  )
}

function Acts({ of, also }: { of: CompanyImport; also: ReadonlySet<number> }) {
  const { id: importId, state, counts, fileName } = of
  const [undoing, setUndoing] = useState(false)
  const client = useQueryClient()
  const shown = async (now: CompanyImport) => {
    client.setQueryData(keyOf(api.companyImport.get, { importId }), now)
    await refresh(client, api.companyImport.list, api.companyImport.lines)
  }
  const confirm = useChange(
    () => api.companyImport.confirm({ importId, body: { alsoLines: [...also] } }),
    { onSuccess: shown },
  )
  const cancel = useChange(() => api.companyImport.cancel({ importId }), { onSuccess: shown })
  const save = useChange(() => fetchRejected(importId), {
    onSuccess: (file) => saveFile(file, `${fileName.replace(/\.[^.]+$/, '')}-rejected.csv`),
  })
  const chosen = counts.ready + also.size
  return (
    <>
      {counts.rejected > 0 && (
        <Button pending={save.isPending} onClick={() => save.mutate()}>
          Download rejected lines
        </Button>
      )}
      {(state === 'preview' || state === 'running') && (
        <Button pending={cancel.isPending} onClick={() => cancel.mutate()}>
          {state === 'preview' ? 'Discard' : 'Stop import'}
        </Button>
      )}
      {state === 'preview' && (
        <Button
          variant="primary"
          pending={confirm.isPending}
          disabledReason={chosen === 0 ? 'There is nothing to import' : undefined}
          onClick={() => confirm.mutate()}
        >
          Import {companies(chosen)}
        </Button>
      )}
      {(state === 'finished' || state === 'cancelled') && counts.imported > 0 && (
        <Button onClick={() => setUndoing(true)}>Undo import</Button>
      )}
      {undoing && (
        <ConfirmDialog
          open
          onOpenChange={setUndoing}
          title={`Undo the import of ${fileName}?`}
          confirmLabel="Undo import"
          onConfirm={async () => {
            await shown(await api.companyImport.undo({ importId }))
            toasts.success('The import is being undone')
          }}
        >
          {companies(counts.imported)} will be removed from the network. Those that were claimed,
          changed or referenced since stay.
        </ConfirmDialog>
      )}
    </>
  )
}
