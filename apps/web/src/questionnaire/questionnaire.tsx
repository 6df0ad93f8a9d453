import { type Ddq, withoutBlanks } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PrintFooter } from '../ui/page/print-footer.tsx'
import { SkeletonLines, SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { usePrinting } from '../ui/page/use-printing.ts'
import { Begin, Overtaken } from './begin.tsx'
import { DiscardButton } from './discard.tsx'
import { DdqPaper } from './paper.tsx'
import { ddqQuery, sendAnswer } from './query.ts'
import { DdqRead } from './read.tsx'
import { SaveSummary } from './save-summary.tsx'
import { createSaver, type Saver } from './saver.ts'
import { Standing } from './standing.tsx'

// The largest part: the page stands while it comes.
const DdqEditor = lazy(() => import('./editor.tsx').then((part) => ({ default: part.DdqEditor })))
const DdqAccess = soon(() => import('./access.tsx').then((part) => ({ default: part.DdqAccess })))
const DdqQuestions = soon(() =>
  import('./questions.tsx').then((part) => ({ default: part.DdqQuestions })),
)
const DdqVersions = soon(() =>
  import('./versions.tsx').then((part) => ({ default: part.DdqVersions })),
)

const route = getRouteApi('/signed-in/due-diligence/questionnaire')

/** The own company's questionnaire: to fill in, to look at as others will, and its versions. */
export function Questionnaire() {
  const did = useCompany()
  const reads = useCan(api.questionnaire.get)
  if (!did || !reads.allowed) return <NotForYou call={api.questionnaire.get} />
  return <Loaded key={did} did={did} />
}

function Loaded({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(ddqQuery(did))
  const saver = useSaver(did, data)
  const readOnly = useReadOnly()
  const header = { title: 'Questionnaire', description: about }
  // A draft is the company's alone until it is submitted.
  if (readOnly && error instanceof ApiError && error.status === 404) return <NotForYou />
  if (!data)
    return (
      <>
        <PageHeader {...header} />
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonPanels label="Loading questionnaire" />
        )}
      </>
    )
  return <Page did={did} ddq={data} saver={saver} stale={error !== null} />
}

const loading = <SkeletonLines lines={6} label="Loading" />

const about =
  'Sixty questions that counterparties ask before they share data with you. Answers are saved as you type. No one outside your company sees them until you submit.'

/** What is typed lives as long as the page, whatever happens to the draft. */
function useSaver(did: string, ddq: Ddq | undefined): Saver {
  const version = useRef(0)
  const begun = useRef<string>(undefined)
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
  // A draft that was discarded and started again has the same number.
  if (draft && begun.current !== draft.startedAt) {
    if (begun.current) saver.rebase()
    begun.current = draft.startedAt
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
  const { view, section = 'A', from, to, version } = route.useSearch()
  const navigate = route.useNavigate()
  useSyncExternalStore(saver.watch, saver.edition)
  const asked = useCan(api.questionnaireThread.list)
  const waiting = useOperation(
    api.questionnaireThread.list,
    { did, query: { ownerDid: did, limit: 1 } },
    { polls: 15_000, enabled: asked.allowed },
  )
  const begun = ddq.draft !== null || saver.counts().unsaved > 0
  const fill = begun ? (
    <Suspense fallback={loading}>
      {!ddq.draft && <Overtaken did={did} ddq={ddq} />}
      <DdqEditor
        ddq={ddq}
        saver={saver}
        section={section}
        onSelect={(next) => void navigate({ search: { section: next } })}
        onSubmitted={() => void navigate({ search: { view: 'versions' } })}
      />
    </Suspense>
  ) : (
    <Begin did={did} ddq={ddq} />
  )
  const drafted = begun ? saver.values() : (ddq.submitted?.answers ?? {})
  // On paper it is whole; versions and readers are printed as they are.
  const whole = usePrinting() && (view === undefined || view === 'preview')
  return (
    <>
      <PageHeader
        title="Questionnaire"
        description={whole ? undefined : about}
        meta={<Standing ddq={ddq} saver={saver} />}
        actions={
          <>
            {ddq.draft && <DiscardButton did={did} ddq={ddq} draft={ddq.draft} saver={saver} />}
            <Button icon={Printer} onClick={() => print()}>
              Print
            </Button>
            {ddq.submitted && (
              <PdfButton
                company={did}
                of={{ kind: 'questionnaire', about: did, version: ddq.submitted.version }}
              >
                Download PDF
              </PdfButton>
            )}
          </>
        }
      />
      {stale && (
        <div className="mb-4" data-print="hide">
          <Notice tone="warning">
            The server can’t be reached. Colleagues’ changes won’t appear until it’s back.
          </Notice>
        </div>
      )}
      {ddq.draft && (
        <div className="mb-4 empty:hidden" data-print="hide">
          <SaveSummary saver={saver} />
        </div>
      )}
      {whole && <DdqPaper ddq={ddq} answers={drafted} />}
      <div className={whole ? 'print:hidden' : undefined}>
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
                      ? 'What companies with access will see once you submit this draft.'
                      : 'What companies with access see now.'}
                  </p>
                  <DdqRead answers={drafted} />
                </>
              ),
            },
            ...(asked.allowed
              ? [
                  {
                    value: 'questions' as const,
                    label: 'Questions',
                    count: waiting.data?.awaiting,
                    content: (
                      <Suspense fallback={loading}>
                        <DdqQuestions ddq={ddq} />
                      </Suspense>
                    ),
                  },
                ]
              : []),
            {
              value: 'versions',
              label: 'Versions',
              count: ddq.versions.length,
              content: (
                <Suspense fallback={loading}>
                  <DdqVersions
                    ddq={ddq}
                    from={from}
                    to={to}
                    version={version}
                    onCompare={(versions) =>
                      void navigate({
                        search: { view: 'versions', ...versions },
                        resetScroll: false,
                      })
                    }
                  />
                </Suspense>
              ),
            },
            {
              value: 'readers',
              label: 'Access',
              content: (
                <Suspense fallback={loading}>
                  <DdqAccess did={did} />
                </Suspense>
              ),
            },
          ]}
        />
        {!whole && <PrintFooter />}
      </div>
    </>
  )
}
