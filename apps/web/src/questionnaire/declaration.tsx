import {
  type Answers,
  type Ddq,
  progressOf,
  questionnaireForm,
  questions,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, keyOf, useChange } from '../api/index.ts'
import { useLibrary } from '../document/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { AnnexField } from './annexes.tsx'

interface Props {
  did: string
  draft: NonNullable<Ddq['draft']>
  answers: Answers
  /** Saves what is still only here; tells whether all of it arrived. */
  settle: () => Promise<boolean>
  /** Ids of the annexes of the version before, as far as they are still there. */
  annexed: readonly string[]
  reason: string | undefined
  onSubmitted: () => void
}

/** The last section: what is still open, and the signature that turns the draft into a version. */
export function DeclarationSection(props: Props) {
  const { did, draft, answers, settle, annexed, reason, onSubmitted } = props
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const [chosen, setAnnexes] = useState<readonly string[]>(annexed)
  const { documents } = useLibrary()
  const annexes = chosen.filter((id) => documents?.some((one) => one.id === id) !== false)
  const { open } = progressOf(questions, answers)
  const submit = useChange(
    async () => {
      if (!(await settle())) throw new Error('Some answers aren’t saved yet')
      // What the signer read is what is signed: the newest state of the draft, after the last save.
      const fresh = await api.questionnaire.get({ did })
      queryClient.setQueryData(keyOf(api.questionnaire.get, { did }), fresh)
      if (fresh.draft?.version !== draft.version)
        throw new Error('A colleague has submitted this draft')
      const { version, revision } = fresh.draft
      const declaration = { name, role, confirmed: true as const, annexes }
      return api.questionnaire.submit({ did, body: { version, revision, declaration } })
    },
    {
      invalidates: [keyOf(api.questionnaire.get, { did })],
      says: ({ version }) => `Version ${version} submitted`,
      onSuccess: () => onSubmitted(),
      showsFailure: true,
    },
  )
  const blocked =
    reason ??
    (open.length > 0
      ? 'Answer the remaining questions first'
      : name.trim().length < 2 || role.trim().length < 2
        ? 'Enter your name and role'
        : confirmed
          ? undefined
          : 'Confirm that the answers are true')
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      {open.length > 0 ? (
        <Panel
          title={
            open.length === 1 ? '1 question unanswered' : `${open.length} questions unanswered`
          }
          description="Complete all required questions before you submit."
        >
          <ul className="flex flex-col gap-1.5">
            {open.map((id) => (
              <li key={id} className="flex gap-3 text-sm">
                <span className="w-7 shrink-0 font-mono text-xs leading-5 text-muted">{id}</span>
                <Link
                  to="/due-diligence/questionnaire"
                  search={{ section: sectionOf(id) }}
                  hash={`q-${id}`}
                  className={linkClass}
                >
                  {questions.find((question) => question.id === id)?.text}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ) : (
        <Notice tone="success" title="Every required question is answered">
          Read the preview again before you sign.
        </Notice>
      )}
      <Panel
        title="Declaration"
        description="You can’t change a version or its signature later. To correct something, submit a new version."
        footer={
          <Button
            variant="primary"
            disabledReason={blocked}
            pending={submit.isPending}
            onClick={() => submit.mutate()}
          >
            Submit version {draft.version}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <Failure error={submit.error} title="Not submitted" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Your name"
              value={name}
              maxLength={200}
              autoComplete="name"
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label="Your role"
              value={role}
              maxLength={200}
              autoComplete="organization-title"
              onChange={(event) => setRole(event.target.value)}
            />
          </div>
          <AnnexField values={annexes} onChange={setAnnexes} />
          <Checkbox
            label="To the best of my knowledge the answers are true and complete, and we will update them within 30 days of a material change."
            checked={confirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
          <p className="text-sm text-muted">
            Companies with access see the new version immediately. It stays current for 365 days.
          </p>
        </div>
      </Panel>
    </div>
  )
}

const sectionOf = (id: string) =>
  questionnaireForm.sections.find((section) =>
    section.questions.some((question) => question.id === id),
  )?.id
