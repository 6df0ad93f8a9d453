import {
  type Answers,
  type DdqEditor,
  progressOf,
  questionnaireForm,
  type SectionId,
} from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Pencil } from 'lucide-react'
import { SelectField } from '../ui/form/select-field.tsx'

interface Props {
  active: SectionId
  answers: Answers
  /** Colleagues who edit, without the viewer. */
  editors: readonly DdqEditor[]
  onSelect: (section: SectionId) => void
}

/** The sections with how far each is, and who is in it. On a phone it is one list to choose from. */
export function SectionList({ active, answers, editors, onSelect }: Props) {
  const rows = questionnaireForm.sections.map((section) => ({
    id: section.id,
    title: section.title,
    progress: progressOf(section.questions, answers),
    here: editors.filter((editor) => editor.section === section.id),
  }))
  return (
    <>
      <SelectField
        label="Section"
        className="mb-4 lg:hidden"
        value={active}
        options={rows.map(({ id, title, progress }) => ({
          value: id,
          label: `${id}. ${title}${progress.total ? ` (${progress.complete} of ${progress.total})` : ''}`,
        }))}
        onChange={(event) => {
          const found = rows.find(({ id }) => id === event.target.value)
          if (found) onSelect(found.id)
        }}
      />
      <nav
        aria-label="Sections"
        className="sticky top-[calc(var(--top-inset)+1rem)] hidden w-64 shrink-0 self-start lg:block"
      >
        <ol className="flex flex-col gap-0.5">
          {rows.map(({ id, title, progress, here }) => (
            <li key={id}>
              <Link
                to="/due-diligence/questionnaire"
                search={{ section: id }}
                resetScroll
                data-here={id === active || undefined}
                aria-current={id === active ? 'step' : undefined}
                activeProps={{ 'aria-current': 'step' }}
                className="flex min-h-9 items-center gap-2.5 rounded-control px-2.5 py-1.5 text-sm text-muted hover:bg-hover hover:text-text data-here:bg-accent-soft data-here:font-medium data-here:text-accent"
              >
                <span className="w-3 font-mono text-xs">{id}</span>
                <span className="min-w-0 flex-1">{title}</span>
                {here.length > 0 && (
                  <span title={`${here.map(({ who }) => who).join(', ')} is editing`}>
                    <Pencil size={12} aria-hidden />
                    <span className="sr-only">
                      , being edited by {here.map(({ who }) => who).join(', ')}
                    </span>
                  </span>
                )}
                {progress.total > 0 && <Amount {...progress} />}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </>
  )
}

function Amount({
  complete,
  total,
  open,
}: {
  complete: number
  total: number
  open: readonly string[]
}) {
  if (open.length === 0)
    return (
      <span className="flex items-center text-success">
        <CircleCheck size={14} aria-hidden />
        <span className="sr-only">, complete</span>
      </span>
    )
  return (
    <span className="text-xs tabular-nums">
      <span aria-hidden>
        {complete}/{total}
      </span>
      <span className="sr-only">
        , {complete} of {total} answered
      </span>
    </span>
  )
}
