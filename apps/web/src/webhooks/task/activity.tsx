import { t } from '../../ui/language.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { TaskTable } from './task-table.tsx'

/** What people have started on the endpoints, and how far it is. */
export function Activity() {
  return (
    <>
      <PageHeader
        title={t('Activity')}
        description={t(
          'Recoveries and replays from the last 90 days. They continue when you leave.',
        )}
      />
      <TaskTable />
    </>
  )
}
