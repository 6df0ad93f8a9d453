import {
  type Answers,
  flagsOf,
  type Question,
  questionnaireForm,
  type Section,
} from '@countersign/contracts/trust'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { Panel } from '../ui/page/panel.tsx'
import { AnswerView } from './answer.tsx'

/** The sections that hold questions. */
export const askedSections: readonly Section[] = questionnaireForm.sections.filter(
  ({ questions }) => questions.length > 0,
)

/** All answers as another company reads them. `beside` stands with each answer, `below` under each section. */
export function DdqRead({
  answers,
  beside,
  below,
}: Pick<SectionProps, 'answers' | 'beside'> & {
  below?: (section: Section) => ReactNode
}) {
  return (
    <div className="flex flex-col gap-4">
      {askedSections.map((section) =>
        below ? (
          <div key={section.id} id={`s-${section.id}`} className="flex scroll-mt-20 flex-col gap-3">
            <SectionRead section={section} answers={answers} beside={beside} />
            {below(section)}
          </div>
        ) : (
          <SectionRead key={section.id} section={section} answers={answers} beside={beside} />
        ),
      )}
    </div>
  )
}

type SectionProps = {
  section: Section
  answers: Answers
  beside?: ((question: Question) => ReactNode) | undefined
}

function SectionRead({ section, answers, beside }: SectionProps) {
  const flags = flagsOf([section], answers)
  return (
    <Panel long title={`${section.id}. ${section.title}`}>
      <ol className="flex flex-col">
        {section.questions.map((question) => (
          <li
            key={question.id}
            id={`a-${question.id}`}
            className="grid scroll-mt-20 gap-x-6 gap-y-1.5 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(12rem,2fr)_minmax(0,3fr)]"
          >
            <p className="flex min-w-0 gap-3 text-sm text-muted">
              <span className="w-6 shrink-0 font-mono text-xs leading-5">{question.id}</span>
              <span className="min-w-0">{question.text}</span>
            </p>
            <div className={cx('relative min-w-0 max-md:pl-9', beside && 'pr-10')}>
              <AnswerView question={question} answer={answers[question.id]} />
              {flags
                .filter((flag) => flag.question === question.id)
                .map(({ says }) => (
                  <p key={says} className="mt-1.5 flex items-center gap-1.5 text-xs text-warning">
                    <Flag size={12} aria-hidden />
                    {says}
                  </p>
                ))}
              {beside?.(question)}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
