import type { DdqMark, Section } from '@countersign/contracts/trust'
import { useState } from 'react'
import { api, keyOf, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'

interface Props {
  section: Section
  version: number
  where: { did: string; reviewedDid: string }
  mark: DdqMark | undefined
}

const choices = [
  { value: 'OK', label: 'Fine' },
  { value: 'QUESTION', label: 'Question' },
  { value: 'CONCERN', label: 'Concern' },
]

const isMark = (value: string): value is NonNullable<DdqMark['mark']> =>
  choices.some((choice) => choice.value === value)

/** Our mark and note on one section. Nobody outside of our company sees them. */
export function MarkPanel({ section, version, where, mark }: Props) {
  const { reason } = useCan(api.questionnaireReview.mark)
  const queryKey = keyOf(api.questionnaireReview.get, where)
  const [typed, setTyped] = useState<{ mark: string; note: string }>()
  const { mark: chosen, note } = typed ?? { mark: mark?.mark ?? '', note: mark?.note ?? '' }
  const change = (changes: { mark?: string; note?: string }) =>
    setTyped({ mark: chosen, note, ...changes })
  const save = useChange(
    () =>
      api.questionnaireReview.mark({
        ...where,
        section: section.id,
        body: {
          note,
          version,
          revision: mark?.revision ?? 0,
          mark: isMark(chosen) ? chosen : null,
        },
      }),
    { invalidates: [queryKey], onSuccess: () => setTyped(undefined), showsFailure: true },
  )
  return (
    <div>
      <Panel
        title={
          <>
            Our notes<span className="sr-only"> on {section.title}</span>
          </>
        }
        headingLevel={3}
      >
        <div className="flex flex-col gap-3">
          <p className="hidden text-sm wrap-anywhere whitespace-pre-line print:block">
            {choices.find(({ value }) => value === chosen)?.label ?? 'No mark'}
            {note && `. ${note}`}
          </p>
          <ChoiceField
            className="print:hidden"
            label="Mark"
            labelHidden
            options={choices}
            value={chosen}
            disabled={reason !== undefined}
            onChange={(value) => change({ mark: value })}
          />
          <TextArea
            className="print:hidden"
            label={`Note on ${section.title}`}
            labelHidden
            placeholder="Only your company sees this"
            maxLength={4_000}
            value={note}
            readOnly={reason !== undefined}
            onChange={(event) => change({ note: event.target.value })}
          />
          <Failure error={save.error} />
          <div className="flex flex-wrap items-center gap-2" data-print="hide">
            <Button
              disabledReason={reason ?? (typed ? undefined : 'No changes to save')}
              pending={save.isPending}
              onClick={() => save.mutate()}
            >
              Save<span className="sr-only"> note on {section.title}</span>
            </Button>
            {mark && (
              <span className="text-xs text-muted">
                Version {mark.version}, <Time value={mark.updatedAt} />
              </span>
            )}
          </div>
        </div>
      </Panel>
    </div>
  )
}
