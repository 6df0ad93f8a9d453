import { type Ddq, type DdqMark, type Flag, questions } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleHelp, Flag as FlagIcon, Minus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api, useOperation } from '../api/index.ts'
import { sharedQuery } from '../document/index.ts'
import { LoadError } from '../page/index.ts'
import { emailOf, useCompanyName, useViewer } from '../session/index.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { PrintFooter } from '../ui/page/print-footer.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { Annexes } from './annex-list.tsx'
import { AskedList, Asking } from './asking.tsx'
import { ReviewDecision } from './decision.tsx'
import { MarkPanel } from './marks.tsx'
import { askedSections, DdqRead } from './read.tsx'
import { type Place, useAsked } from './threads.ts'
import { VersionStatus } from './version-status.tsx'

const VersionRead = lazy(() =>
  import('./version-read.tsx').then((part) => ({ default: part.VersionRead })),
)
const Comparison = lazy(() =>
  import('./versions.tsx').then((part) => ({ default: part.Comparison })),
)

const route = getRouteApi('/signed-in/due-diligence/review/$did')

/** What was submitted left, what we think of it right; flags first. */
export function ReviewBody({ company, ddq }: { company: string; ddq: Ddq }) {
  const { view, version: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const where = { did: company, reviewedDid: ddq.vaspDID }
  const review = useOperation(api.questionnaireReview.get, where)
  const asked = useAsked(company, ddq.vaspDID)
  const shared = useQuery(sharedQuery(company, ddq.vaspDID))
  const viewer = useViewer()
  const name = useCompanyName(company)
  const { submitted } = ddq
  if (!submitted) return null
  const last = review.data?.pins.find(({ version }) => version !== submitted.version)?.version
  const pinned = review.data?.pins[0]
  const base = last ?? ddq.versions.find(({ version }) => version < submitted.version)?.version
  const threads = asked.data?.threads
  const asking = (about: Place) =>
    threads && (
      <Asking
        about={about}
        company={company}
        owner={ddq.vaspDID}
        version={submitted.version}
        threads={threads}
      />
    )
  const answers = (
    <DdqRead
      answers={submitted.answers}
      beside={({ id }) => asking(id)}
      below={(section) => (
        <>
          {asking(section.id)}
          {review.data ? (
            <MarkPanel
              section={section}
              version={submitted.version}
              where={where}
              mark={review.data.marks.find((mark) => mark.section === section.id)}
            />
          ) : review.error ? (
            <LoadError error={review.error} onRetry={() => void review.refetch()} />
          ) : (
            <SkeletonLines lines={4} label="Loading your notes" />
          )}
        </>
      )}
    />
  )
  const older = ddq.versions.find(({ version }) => version === opened)
  if (older && older.version !== submitted.version)
    return (
      <div className="flex flex-col gap-4">
        <Notice
          title={`This is version ${older.version}. The newest is version ${submitted.version}.`}
          action={
            <Link to="." search={{}} className={linkClass}>
              Open version {submitted.version}
            </Link>
          }
        />
        <Suspense fallback={<SkeletonLines lines={8} label="Loading version" />}>
          <VersionRead did={ddq.vaspDID} version={older.version} requester={company} />
        </Suspense>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <span className="font-medium text-text">Version {submitted.version}</span>
        <VersionStatus {...submitted} />
        <span>
          signed by {submitted.declaration.name}, {submitted.declaration.role},{' '}
          <Time value={submitted.submittedAt} />
        </span>
        {ddq.versions
          .filter(({ version }) => version !== submitted.version)
          .map(({ version }) => (
            <Link key={version} to="." search={{ version }} className={linkClass} data-print="hide">
              Open version {version}
            </Link>
          ))}
      </div>
      {submitted.status === 'EXPIRED' && (
        <Notice tone="warning" title="This version has expired">
          Ask the company for a newer version before you rely on it.
        </Notice>
      )}
      <Flags flags={submitted.flags} />
      {asked.error && !asked.data ? (
        <LoadError error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <AskedList threads={threads ?? []} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 print:block lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {base === undefined ? (
            answers
          ) : (
            <Tabs
              label="Answers"
              value={view ?? 'all'}
              onChange={(next) =>
                void navigate({ search: next === 'changes' ? { view: next } : {} })
              }
              items={[
                { value: 'all', label: 'All answers', content: answers },
                {
                  value: 'changes',
                  label: `Changes since version ${base}`,
                  content: (
                    <Suspense fallback={<SkeletonLines lines={6} label="Loading changes" />}>
                      <Comparison
                        did={ddq.vaspDID}
                        from={base}
                        to={submitted.version}
                        requester={company}
                      />
                    </Suspense>
                  ),
                },
              ]}
            />
          )}
          <Annexes
            annexes={submitted.declaration.annexes}
            reading={{ did: company, shared: shared.data?.documents }}
          />
        </div>
        <aside
          aria-label="Sections and decision"
          data-print="hide"
          className="flex flex-col gap-4 lg:sticky lg:top-[calc(var(--top-inset)+1rem)] lg:max-h-[calc(100dvh-var(--top-inset)-var(--bottom-inset)-2rem)]"
        >
          <ReviewDecision where={where} version={submitted.version} pinned={pinned} />
          {view !== 'changes' && <SectionLinks marks={review.data?.marks ?? []} />}
        </aside>
      </div>
      <PrintFooter>
        Shared with {name ?? company}, printed by {emailOf(viewer) ?? viewer.did}
      </PrintFooter>
    </div>
  )
}

const looks = {
  OK: [CircleCheck, 'text-success', 'Fine'],
  QUESTION: [CircleHelp, 'text-info', 'Question'],
  CONCERN: [CircleAlert, 'text-danger', 'Concern'],
  none: [Minus, 'text-muted', 'No mark'],
} as const

/** The sections at hand, each with our mark. */
function SectionLinks({ marks }: { marks: readonly DdqMark[] }) {
  return (
    <nav
      aria-label="Sections"
      className="min-h-24 overflow-y-auto rounded-panel border border-line bg-panel p-2 max-lg:hidden"
    >
      <ol>
        {askedSections.map(({ id, title }) => {
          const [Icon, look, word] =
            looks[marks.find(({ section }) => section === id)?.mark ?? 'none']
          return (
            <li key={id}>
              <a
                href={`#s-${id}`}
                className="flex min-h-7 items-center gap-2 rounded-control px-2 py-0.5 text-sm hover:bg-hover"
              >
                <Icon size={14} aria-hidden className={`shrink-0 ${look}`} />
                <span className="min-w-0 flex-1">{title}</span>
                <span className="sr-only">{word}</span>
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Flags({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0)
    return <Notice tone="success">No flags. Still read the free-text answers.</Notice>
  return (
    <Panel title={flags.length === 1 ? '1 flag' : `${flags.length} flags`}>
      <ul className="flex flex-col gap-2">
        {flags.map(({ question, says }) => (
          <li key={`${question} ${says}`} className="flex items-start gap-2 text-sm">
            <FlagIcon size={14} className="mt-0.5 text-warning" aria-hidden />
            <a href={`#a-${question}`} className="min-w-0 hover:underline">
              <span className="font-medium">{says}</span>
              <span className="block text-xs text-muted">
                {question}. {questions.find(({ id }) => id === question)?.text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
