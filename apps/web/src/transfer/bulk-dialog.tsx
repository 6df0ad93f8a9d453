import {
  type BulkOutcome,
  type BulkTask,
  grouped,
  type Transaction,
} from '@countersign/contracts/transactions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, operationQuery, refresh, usePages } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { bulkWords, countOf, transfersWords } from './bulk-words.ts'
import { amountWords, counterpartyWords } from './words.tsx'

/** How often something under way is looked at, in milliseconds. */
const lookEvery = 1000

type Props = {
  company: string
  taskId: string
  /** What the list knows of a transfer. */
  rowOf: (id: string) => Transaction | undefined
  /** With the transfers that were refused once it had started. */
  onClose: (refused: readonly string[]) => void
  onNext: (taskId: string) => void
}

/** A bulk action from its preview to its results. It goes on when the dialog, or the page, is closed. */
export function BulkDialog(props: Props) {
  const { company, taskId, onNext } = props
  const client = useQueryClient()
  const input = { taskId, query: { vaspDID: company, limit: '1' } }
  const { data, error, refetch } = useQuery({
    ...operationQuery(api.bulk.get, input),
    refetchInterval: ({ state }) => (isActive(state.data?.task) || !state.data ? lookEvery : false),
  })
  const task = data?.task
  const on = { taskId, query: { vaspDID: company } }
  const changed = () => refresh(client, api.bulk.get, api.tx.list, api.tx.counts)
  const state = task?.state
  useEffect(() => {
    if (state === 'DONE' || state === 'CANCELLED') void refresh(client, api.tx.list, api.tx.counts)
  }, [state, client])
  const start = useMutation({ mutationFn: () => api.bulk.start(on), onSuccess: changed })
  const cancel = useMutation({ mutationFn: () => api.bulk.cancel(on), onSuccess: changed })
  const undo = useMutation({
    mutationFn: () => api.bulk.undo(on),
    onSuccess: ({ id }) => onNext(id),
  })
  const close = () => {
    // What was only prepared must not be in the way of the next.
    if (task?.state === 'CHECKING' || task?.state === 'READY') cancel.mutate()
    void refresh(client, api.tx.list, api.tx.counts)
    props.onClose(refusedIn(client, company, taskId))
  }
  const failure = start.error ?? cancel.error ?? undo.error
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || close()}
      title={task ? titleOf(task) : 'Bulk action'}
      description={task?.state === 'READY' ? bulkWords[task.action].effect : undefined}
      footer={
        task && (
          <>
            {failure && (
              <div className="basis-full">
                <Failure error={failure} />
              </div>
            )}
            {task.state === 'RUNNING' && (
              <Button pending={cancel.isPending} onClick={() => cancel.mutate()}>
                Stop
              </Button>
            )}
            {task.canUndo && (
              <Button pending={undo.isPending} onClick={() => undo.mutate()}>
                Undo
              </Button>
            )}
            <Button variant={task.state === 'READY' ? 'secondary' : 'primary'} onClick={close}>
              {task.state === 'READY' || task.state === 'CHECKING' ? 'Cancel' : 'Close'}
            </Button>
            {task.state === 'READY' && (
              <Button
                variant="primary"
                pending={start.isPending}
                disabledReason={
                  countOf(task, 'POSSIBLE') === 0
                    ? 'None of these transfers allows this action'
                    : undefined
                }
                onClick={() => start.mutate()}
              >
                {bulkWords[task.action].label}: {transfersWords(countOf(task, 'POSSIBLE'))}
              </Button>
            )}
          </>
        )
      }
    >
      {error && !task ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : task ? (
        <Progress task={task} {...props} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  )
}

const isActive = (task: BulkTask | undefined) =>
  task?.state === 'CHECKING' || task?.state === 'RUNNING'

function titleOf(task: BulkTask): string {
  const { label } = bulkWords[task.action]
  const name = task.undoes ? `Undo: ${label.toLowerCase()}` : label
  const states = {
    CHECKING: `${name}: checking`,
    READY: `${name}?`,
    RUNNING: `${name}: under way`,
    DONE: `${name}: done`,
    CANCELLED: `${name}: stopped`,
  }
  return states[task.state]
}

function Progress({ task, ...props }: Props & { task: BulkTask }) {
  const { total, state } = task
  const done = countOf(task, 'DONE')
  const failed = countOf(task, 'FAILED')
  const possible = countOf(task, 'POSSIBLE')
  const impossible = countOf(task, 'IMPOSSIBLE')
  const left = state === 'CANCELLED' ? possible + countOf(task, 'UNCHECKED') : 0
  const [value, max] =
    state === 'CHECKING'
      ? [total - countOf(task, 'UNCHECKED'), total]
      : [done + failed, done + failed + possible]
  return (
    <>
      {isActive(task) && (
        <p className="flex items-center gap-3 text-sm tabular-nums">
          <Meter label="Progress" value={value} max={max} />
          {numberText(value)} of {numberText(max)}
        </p>
      )}
      {state === 'READY' && (
        <p className="text-sm">
          {transfersWords(possible)} with {numberText(task.counterparties)}{' '}
          {task.counterparties === 1 ? 'counterparty' : 'counterparties'}
          {task.value &&
            `, ${task.value.currency} ${grouped(task.value.amountInLocalCurrency)} in total`}
          .
        </p>
      )}
      {(state === 'DONE' || state === 'CANCELLED') && (
        <p className="text-sm" role="status">
          {numberText(done)} done
          {failed > 0 && `, ${numberText(failed)} refused`}
          {left > 0 && `, ${numberText(left)} not started`}.
        </p>
      )}
      {failed > 0 && <Items {...props} outcome="FAILED" title="Refused" />}
      {impossible > 0 && state !== 'CHECKING' && (
        <Items {...props} outcome="IMPOSSIBLE" title={`${transfersWords(impossible)} left alone`} />
      )}
      {possible > 0 && state === 'READY' && <Notes task={task} />}
    </>
  )
}

/** What else some of them take, such as a second person. */
function Notes({ task }: { task: BulkTask }) {
  const notes = task.effects.filter(({ outcome, problem }) => outcome === 'POSSIBLE' && problem)
  return notes.map(({ problem, count }) => (
    <p key={problem} className="text-sm text-warning">
      {transfersWords(count)}: {problem}
    </p>
  ))
}

const itemsInput = (vaspDID: string, taskId: string, outcome: BulkOutcome) => ({
  taskId,
  query: { vaspDID, outcome },
})

function Items({
  company,
  taskId,
  rowOf,
  outcome,
  title,
}: Props & { outcome: BulkOutcome; title: string }) {
  const { data, error, refetch, ...pages } = usePages(
    api.bulk.get,
    itemsInput(company, taskId, outcome),
  )
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {error && !items && <LoadError error={error} onRetry={() => void refetch()} />}
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-panel border border-line text-sm">
        {items?.map(({ transactionId, problem }) => {
          const row = rowOf(transactionId)
          return (
            <li key={transactionId} className="flex flex-wrap justify-between gap-x-6 px-3 py-2">
              <Link
                to="/transactions/$id"
                params={{ id: transactionId }}
                className={linkClass}
                target="_blank"
              >
                {row ? `${amountWords(row)}, ${counterpartyWords(row)}` : transactionId}
              </Link>
              <span className="text-muted">{problem}</span>
            </li>
          )
        })}
      </ul>
      <ShowMore pages={pages} />
    </section>
  )
}

/** Those that were refused, as far as they were shown. */
function refusedIn(
  client: ReturnType<typeof useQueryClient>,
  company: string,
  taskId: string,
): string[] {
  const key = [api.bulk.get.operation, itemsInput(company, taskId, 'FAILED'), 'pages']
  const shown = client.getQueryData<{
    pages: readonly { items: readonly { transactionId: string }[] }[]
  }>(key)
  return shown?.pages.flatMap(({ items }) => items.map((item) => item.transactionId)) ?? []
}
