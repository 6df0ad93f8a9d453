import { type Ddq, type DdqThread, questions } from '@countersign/contracts/trust'
import { useState } from 'react'
import { api, usePages } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { AnswerView } from './answer.tsx'
import { Thread } from './thread.tsx'
import { type Place, placeLabel, placeOrder, placeText } from './threads.ts'

/** What other companies ask about the own questionnaire: the answer left, the questions right. */
export function DdqQuestions({ ddq }: { ddq: Ddq }) {
  const did = ddq.vaspDID
  const [all, setAll] = useState(false)
  const list = usePages(
    api.questionnaireThread.list,
    { did, query: { ownerDid: did, ...(!all && { status: 'OPEN' as const }) } },
    { polls: 15_000 },
  )
  const threads = list.data?.pages.flatMap((page) => page.threads)
  if (list.error && !threads)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const places = Map.groupBy(threads ?? [], ({ about }) => about)
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Show"
        labelHidden
        className="w-56"
        value={all ? 'all' : 'open'}
        options={[
          { value: 'open', label: 'Needs your answer' },
          { value: 'all', label: 'All questions' },
        ]}
        onChange={({ target }) => setAll(target.value === 'all')}
      />
      {!threads && <SkeletonLines lines={6} label="Loading questions" />}
      {threads?.length === 0 && (
        <Panel>
          <EmptyState kind="nothing" title={all ? 'No questions yet' : 'No open questions'}>
            Companies that read your questionnaire can ask about an answer or a section. Their
            questions appear here.
          </EmptyState>
        </Panel>
      )}
      {[...places]
        .toSorted(([a], [b]) => placeOrder(a) - placeOrder(b))
        .map(([about, here]) => (
          <Asked key={about} about={about} threads={here} ddq={ddq} />
        ))}
      <ShowMore pages={list} label="Show older questions" />
    </div>
  )
}

type AskedProps = { about: Place; threads: readonly DdqThread[]; ddq: Ddq }

function Asked({ about, threads, ddq: { vaspDID: did, submitted } }: AskedProps) {
  const question = questions.find(({ id }) => id === about)
  return (
    <Panel title={`${placeLabel(about)}. ${placeText(about)}`} long>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="min-w-0">
          {question && submitted ? (
            <>
              <p className="mb-1.5 text-xs text-muted">
                Your answer in version {submitted.version}
              </p>
              <AnswerView question={question} answer={submitted.answers[about]} />
            </>
          ) : (
            <p className="text-sm text-muted">About the whole section.</p>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {threads.map((thread) => (
            <Thread key={thread.id} thread={thread} company={did} />
          ))}
        </div>
      </div>
    </Panel>
  )
}
