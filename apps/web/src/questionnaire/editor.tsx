import {
  type Ddq,
  questionnaireForm,
  questions,
  type SectionId,
} from '@countersign/contracts/trust'
import { ArrowLeft, ArrowRight, Users } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../api/index.ts'
import { LeaveGuard } from '../form/index.ts'
import { useCan, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { usePresence } from './presence.ts'
import { QuestionCard } from './question.tsx'
import type { Saver } from './saver.ts'
import { SectionList } from './sections.tsx'

// Few users start with the last section or conflict with a colleague.
const DeclarationSection = lazy(() =>
  import('./declaration.tsx').then((part) => ({ default: part.DeclarationSection })),
)
const ConflictDialog = soon(() =>
  import('./conflict.tsx').then((part) => ({ default: part.ConflictDialog })),
)

interface Props {
  ddq: Ddq
  saver: Saver
  section: SectionId
  onSelect: (section: SectionId) => void
  onSubmitted: () => void
}

/** The draft, one section at a time. What is typed is kept and saved by the saver, whatever happens here. */
export function DdqEditor({ ddq, saver, section, onSelect, onSubmitted }: Props) {
  const viewer = useViewer()
  const { allowed, reason } = useCan(api.questionnaire.answer)
  const [choosing, setChoosing] = useState<string>()
  const [checked, setChecked] = useState<ReadonlySet<SectionId>>(new Set())
  useSyncExternalStore(saver.watch, saver.edition)
  const answers = saver.values()
  const others = ddq.editors.filter(({ did }) => did !== viewer.did)
  const here = others.filter((editor) => editor.section === section)
  usePresence(ddq.vaspDID, section, allowed && ddq.draft !== null)
  const at = questionnaireForm.sections.findIndex(({ id }) => id === section)
  const shown = questionnaireForm.sections[at] ?? questionnaireForm.sections[0]
  const [before, after] = [questionnaireForm.sections[at - 1], questionnaireForm.sections[at + 1]]
  const go = (to: SectionId) => {
    setChecked((some) => new Set([...some, section]))
    onSelect(to)
  }
  const conflict = questions.find(({ id }) => id === choosing)
  const slot = choosing ? saver.get(choosing) : undefined
  if (!shown) return null
  return (
    <div className="lg:flex lg:gap-8">
      <SectionList active={section} answers={answers} editors={others} onSelect={go} />
      <div className="min-w-0 max-w-[860px] flex-1" id="ddq-section">
        {section === 'I' && ddq.draft ? (
          <Suspense fallback={<SkeletonLines lines={8} label="Loading declaration" />}>
            <DeclarationSection
              did={ddq.vaspDID}
              draft={ddq.draft}
              answers={answers}
              reason={reason}
              annexed={(ddq.submitted?.declaration.annexes ?? []).map(({ id }) => id)}
              settle={async () => {
                await saver.flush()
                return saver.counts().unsaved === 0
              }}
              onSubmitted={onSubmitted}
            />
          </Suspense>
        ) : (
          <Panel
            key={section}
            title={`${shown.id}. ${shown.title}`}
            description={shown.about}
            footer={
              <>
                {before && (
                  <Button icon={ArrowLeft} onClick={() => go(before.id)}>
                    {before.title}
                  </Button>
                )}
                {after && (
                  <Button variant="primary" onClick={() => go(after.id)}>
                    {after.title}
                    <ArrowRight size={16} aria-hidden />
                  </Button>
                )}
              </>
            }
          >
            {here.length > 0 && (
              <p className="mb-3 flex items-center gap-2 rounded-control bg-info-soft px-3 py-2 text-sm text-info">
                <Users size={16} aria-hidden />
                {here.map(({ who }) => who).join(', ')}{' '}
                {here.length === 1 ? 'is editing this section' : 'are editing this section'}
              </p>
            )}
            {shown.questions.map((question) => (
              <QuestionCard
                key={question.id}
                question={question}
                saver={saver}
                checking={checked.has(section)}
                disabled={!allowed}
                onConflict={setChoosing}
              />
            ))}
          </Panel>
        )}
      </div>
      {conflict && slot?.theirs && (
        <Suspense>
          <ConflictDialog
            question={conflict}
            mine={slot.value}
            theirs={slot.theirs}
            who={others.find(({ did }) => did === slot.theirs?.updatedBy)?.who ?? 'A colleague'}
            onClose={() => setChoosing(undefined)}
            onSettle={(value) => {
              saver.settle(conflict.id, value)
              setChoosing(undefined)
            }}
          />
        </Suspense>
      )}
      <QuestionnaireGuard saver={saver} />
    </div>
  )
}

function QuestionnaireGuard({ saver }: { saver: Saver }) {
  useEffect(() => {
    const save = () => void saver.flush()
    addEventListener('online', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', save)
    }
  }, [saver])
  const { unsaved } = saver.counts()
  return (
    <LeaveGuard isUnsaved={() => saver.counts().unsaved > 0} save={() => saver.flush()}>
      {unsaved === 1 ? '1 answer isn’t' : `${unsaved} answers aren’t`} saved and will be lost if you
      leave.
    </LeaveGuard>
  )
}
