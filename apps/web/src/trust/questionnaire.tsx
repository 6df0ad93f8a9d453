import { type Ddq, progressOf, questions, withoutBlanks } from '@countersign/contracts/trust'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ClipboardList, Printer } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../api.ts'
import { useCan, useCompany } from '../session.ts'
import { NotForYou } from '../shell/not-for-you.tsx'
import { LoadError } from '../shell/system-pages.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Meter } from '../ui/meter.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines, SkeletonPanels } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'
import { toasts } from '../ui/toasts.ts'
import { DdqEditor, SaveSummary, SaveWord } from './ddq-editor.tsx'
import { ddqQuery, sendAnswer } from './ddq-query.ts'
import { DdqRead } from './ddq-read.tsx'
import { createSaver, type Saver } from './ddq-saver.ts'

const DdqReaders = lazy(() =>
  import('./ddq-readers.tsx').then((part) => ({ default: part.DdqReaders })),
)
const DdqVersions = lazy(() =>
  import('./ddq-versions.tsx').then((part) => ({ default: part.DdqVersions })),
)

const route = getRouteApi('/signed-in/due-diligence/questionnaire')

/** The own company's questionnaire: to fill in, to look at as others will, and its versions. */
export function Questionnaire() {
  const did = useCompany()
  const reads = useCan('trustframework.getVASP')
  if (!did || !reads.allowed) return <NotForYou permission="trustframework.getVASP" />
  return <Loaded key={did} did={did} />
}

function Loaded({ did }: { did: string }) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(ddqQuery(queryClient, did))
  const saver = useSaver(did, data)
  const header = { title: 'Questionnaire', description: about }
  if (!data)
    return (
      <>
        <PageHeader {...header} />
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonPanels label="Loading the questionnaire" />
        )}
      </>
    )
  return <Page did={did} ddq={data} saver={saver} stale={error !== null} />
}

const waiting = <SkeletonLines lines={6} label="Loading" />

const about =
  'Sixty questions that counterparties ask before they share data with you. Answers are saved as you type, and nobody outside sees them before you submit.'

/** What is typed lives as long as the page, whatever happens to the draft. */
function useSaver(did: string, ddq: Ddq | undefined): Saver {
  const version = useRef(0)
  const [saver] = useState(() =>
    createSaver({
      send: (question, value, seen) =>
        sendAnswer({ did, version: version.current }, question, withoutBlanks(value), seen),
      later: (work, ms) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    }),
  )
  const draft = ddq?.draft
  if (draft && version.current !== draft.version) {
    if (version.current !== 0) saver.rebase()
    version.current = draft.version
  }
  // While drawing, so that the first picture already holds the answers; it changes nothing that is typed.
  const adopted = useRef<Ddq['draft']>(null)
  if (draft && adopted.current !== draft) {
    adopted.current = draft
    saver.adopt(draft.answers)
  }
  useEffect(() => () => saver.stop(), [saver])
  return saver
}

interface PageProps {
  did: string
  ddq: Ddq
  saver: Saver
  /** The last poll failed: what is shown may be old. */
  stale: boolean
}

function Page({ did, ddq, saver, stale }: PageProps) {
  const { view, section = 'A', from, to } = route.useSearch()
  const navigate = route.useNavigate()
  useSyncExternalStore(saver.watch, saver.edition)
  const begun = ddq.draft !== null || saver.counts().unsaved > 0
  const fill = begun ? (
    <>
      {!ddq.draft && <Overtaken did={did} />}
      <DdqEditor
        ddq={ddq}
        saver={saver}
        section={section}
        onSelect={(next) => void navigate({ search: { section: next } })}
        onSubmitted={() => void navigate({ search: { view: 'versions' } })}
      />
    </>
  ) : (
    <Begin did={did} ddq={ddq} />
  )
  const drafted = begun ? saver.values() : (ddq.submitted?.answers ?? {})
  return (
    <>
      <PageHeader
        title="Questionnaire"
        description={about}
        meta={<Standing ddq={ddq} saver={saver} />}
        actions={
          <Button
            icon={Printer}
            onClick={() => void print(() => navigate({ search: { view: 'preview' } }))}
          >
            Print
          </Button>
        }
      />
      {stale && (
        <div className="mb-4">
          <Notice tone="warning">
            The server cannot be reached. What colleagues write is not shown until it is back.
          </Notice>
        </div>
      )}
      {ddq.draft && (
        <div className="mb-4 empty:hidden" data-print="hide">
          <SaveSummary saver={saver} />
        </div>
      )}
      <Tabs
        label="Questionnaire"
        value={view ?? 'fill'}
        onChange={(next) => void navigate({ search: next === 'fill' ? {} : { view: next } })}
        items={[
          { value: 'fill', label: 'Answers', content: fill },
          {
            value: 'preview',
            label: 'Preview as counterparty',
            content: (
              <>
                <p className="mb-4 text-muted">
                  {begun
                    ? 'What a company that you gave access will read once you submit this draft.'
                    : 'What a company that you gave access reads now.'}
                </p>
                <DdqRead answers={drafted} />
              </>
            ),
          },
          {
            value: 'versions',
            label: 'Versions',
            count: ddq.versions.length,
            content: (
              <Suspense fallback={waiting}>
                <DdqVersions
                  ddq={ddq}
                  from={from}
                  to={to}
                  onCompare={(versions) =>
                    void navigate({ search: { view: 'versions', ...versions }, resetScroll: false })
                  }
                />
              </Suspense>
            ),
          },
          {
            value: 'readers',
            label: 'Who read it',
            content: (
              <Suspense fallback={waiting}>
                <DdqReaders did={did} />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  )
}

/** The whole questionnaire is what is printed, so it is drawn first. */
async function print(show: () => Promise<void>): Promise<void> {
  await show()
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()))
}

function Standing({ ddq, saver }: { ddq: Ddq; saver: Saver }) {
  const { draft, submitted } = ddq
  const { required, requiredComplete } = progressOf(questions, saver.values())
  return (
    <>
      {draft && <Badge tone="info">Draft of version {draft.version}</Badge>}
      {submitted &&
        (submitted.status === 'EXPIRED' ? (
          <Badge tone="warning">Version {submitted.version} has expired</Badge>
        ) : (
          <Badge tone="success">Version {submitted.version} is current</Badge>
        ))}
      {submitted && (
        <span className="text-sm text-muted">
          submitted <Time value={submitted.submittedAt} />, valid until{' '}
          <Time value={submitted.expiresAt} format="day" />
        </span>
      )}
      {draft && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <Meter label="Required questions answered" value={requiredComplete} max={required} />
          {requiredComplete} of {required} required
        </span>
      )}
      {draft && <SaveWord saver={saver} />}
    </>
  )
}

function useStart(did: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.questionnaire.start({ did }),
    onSuccess: (ddq) => queryClient.setQueryData(['questionnaire.get', did, null], ddq),
    onError: (failure) => toasts.error(failure.message),
  })
}

function Begin({ did, ddq }: { did: string; ddq: Ddq }) {
  const { reason } = useCan('trustframework.updateVASP')
  const start = useStart(did)
  const next = (ddq.submitted?.version ?? 0) + 1
  return (
    <Panel>
      <EmptyState
        kind="nothing"
        icon={ClipboardList}
        title={next === 1 ? 'Start your questionnaire' : 'Nothing is being edited'}
        action={
          <Button
            variant="primary"
            disabledReason={reason}
            pending={start.isPending}
            onClick={() => start.mutate()}
          >
            {next === 1 ? 'Start' : `Start version ${next}`}
          </Button>
        }
      >
        {next === 1
          ? 'It takes about 40 minutes. Answers are saved as you go, and colleagues can help at the same time.'
          : `A new draft begins with the answers of version ${next - 1}, which stays as it is until you submit.`}
      </EmptyState>
    </Panel>
  )
}

/** A colleague submitted while somebody was typing here. */
function Overtaken({ did }: { did: string }) {
  const start = useStart(did)
  return (
    <div className="mb-4">
      <Notice
        tone="warning"
        title="A colleague submitted this draft while you were typing"
        action={
          <Button pending={start.isPending} onClick={() => start.mutate()}>
            Start the next version
          </Button>
        }
      >
        Some of your answers are not in it. They are kept on this page and go into the next version.
      </Notice>
    </div>
  )
}
