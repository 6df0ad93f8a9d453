import { api, useOperation } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { Notice } from '../ui/page/notice.tsx'
import { bulkWords, countOf } from './bulk-words.ts'

/** Says that a bulk action of the company is under way: it has one at a time. */
export function BulkNotice({
  company,
  onShow,
}: {
  company: string
  onShow: (task: string) => void
}) {
  const { data } = useOperation(
    api.bulk.list,
    { query: { vaspDID: company, state: ['CHECKING', 'RUNNING'] } },
    { polls: 5000 },
  )
  const task = data?.tasks[0]
  if (!task) return null
  const done = task.total - countOf(task, 'UNCHECKED', 'POSSIBLE')
  return (
    <div className="mb-4">
      <Notice
        title={`${bulkWords[task.action].label}: bulk action under way`}
        action={<Button onClick={() => onShow(task.id)}>Show</Button>}
      >
        {numberText(done)} of {numberText(task.total)}, by {task.by.name ?? 'a former colleague'}
      </Notice>
    </div>
  )
}
