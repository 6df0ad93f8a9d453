import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ChevronRight,
  Circle,
  CircleAlert,
  CircleCheck,
  ClipboardList,
  Handshake,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import type { WizardState } from '../browser/index.ts'
import { ownRequestsQuery } from '../request/index.ts'
import { useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import type { TaskState, useTasks } from './tasks.ts'

type DoneProps = {
  did: string
  state: WizardState
  work: ReturnType<typeof useTasks>
  onAnother: () => void
}

/** The company is there, or waits for the network. */
export function Done({ did, state, work, onAnother }: DoneProps) {
  const isMine = useViewer().vasps.includes(did)
  const { data } = useQuery({ ...ownRequestsQuery, enabled: !isMine })
  const request = data?.requests.find(({ vaspDID }) => vaspDID === did)
  const declined = request?.state === 'declined'
  return (
    <div className="mx-auto max-w-[44rem] py-2">
      <PageHeader
        title={
          isMine
            ? `${state.name} is in the network`
            : declined
              ? `${state.name} was declined`
              : `${state.name} is awaiting network approval`
        }
        description={
          isMine
            ? 'You’re its admin. Other companies can find it in the directory once the network has reviewed it.'
            : declined
              ? (request.reason ?? 'The network gave no reason.')
              : 'The network checks that you can act for it, because your email address isn’t at its domain. You’ll receive an email.'
        }
        meta={<CopyText value={did} label="DID" />}
      />
      <div className="flex flex-col gap-4">
        {!declined && work.tasks.length > 0 && <Work {...{ did, isMine, work }} />}
        {isMine && <NextSteps />}
        <div className="flex flex-wrap gap-3">
          <Link
            to={isMine ? '/dashboard' : '/dashboard/companies'}
            className={buttonClass('primary')}
          >
            {isMine ? 'Go to Home' : 'Go to Companies'}
          </Link>
          <Button onClick={onAnother}>Add another company</Button>
        </div>
      </div>
    </div>
  )
}

type WorkProps = { did: string; isMine: boolean; work: DoneProps['work'] }

/** What the wizard does for the company once it is there, and how far it is. */
function Work({ did, isMine, work: { tasks, run, running } }: WorkProps) {
  const left = tasks.filter(({ is }) => is.kind !== 'done').length
  const failed = tasks.some(({ is }) => is.kind === 'failed')
  return (
    <Panel
      title={left === 0 ? 'All set up' : 'Setting up'}
      description={
        isMine
          ? undefined
          : 'These steps run once you’re approved. Come back to this page then. If you closed it, choose the files again.'
      }
      actions={
        isMine &&
        left > 0 && (
          <Button pending={running !== undefined} onClick={() => void run(did)}>
            {failed ? 'Try again' : 'Finish now'}
          </Button>
        )
      }
    >
      <ul className="flex flex-col gap-2.5" aria-label="Steps">
        {tasks.map(({ task, is }) => (
          <li key={task.id} className="flex items-start gap-2.5 text-sm">
            <Mark is={is} />
            <div className="min-w-0 wrap-anywhere">
              {task.label}
              {is.kind === 'failed' && <p className="text-danger">{is.reason}</p>}
            </div>
          </li>
        ))}
      </ul>
      {failed && (
        <div className="mt-4">
          <Notice tone="warning">
            The company was added. You can finish the failed steps on the Profile, Documents, Team
            and Group pages.
          </Notice>
        </div>
      )}
    </Panel>
  )
}

const marks: Record<TaskState['kind'], readonly [LucideIcon, string, string]> = {
  waiting: [Circle, 'text-muted', 'Not done yet:'],
  running: [LoaderCircle, 'spin text-accent', 'In progress:'],
  done: [CircleCheck, 'text-success', 'Done:'],
  failed: [CircleAlert, 'text-danger', 'Failed:'],
}

function Mark({ is }: { is: TaskState }) {
  const [Icon, look, word] = marks[is.kind]
  return (
    <>
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', look)} />
      <span className="sr-only">{word}</span>
    </>
  )
}

const steps = [
  {
    to: '/due-diligence/questionnaire',
    icon: ClipboardList,
    title: 'Answer the questionnaire',
    words: 'Counterparties ask for it first. About 40 minutes, saved as you go.',
  },
  {
    to: '/developers/credentials',
    icon: KeyRound,
    title: 'Create API credentials',
    words: 'Your systems need them to send and answer transfers.',
  },
  {
    to: '/network/counterparties',
    icon: Handshake,
    title: 'Review your top counterparties',
    words: 'Choose which ones you trust; the rest are decided case by case.',
  },
] as const

const NextSteps = () => (
  <Panel title="Next steps" flush>
    <ol className="border-t border-line">
      {steps.map(({ to, icon: Icon, title, words }) => (
        <li key={to} className="border-b border-line last:border-b-0">
          <Link to={to} className="flex items-center gap-3.5 px-5 py-3 hover:bg-hover">
            <Icon size={20} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-muted">{words}</span>
            </span>
            <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ol>
  </Panel>
)
