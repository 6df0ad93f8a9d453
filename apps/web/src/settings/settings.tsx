import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { settingsTabs } from './tabs.ts'

const route = getRouteApi('/signed-in/settings')

/** What the viewer, and their company, can set. Each tab is a line of `tabs.ts`. */
export function Settings() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const { allowed } = useCan(api.settings.get)
  // Someone viewing as an operator sees the company's settings, not their own.
  const readOnly = useReadOnly()
  const items = settingsTabs
    .filter(({ ofCompany, value }) =>
      readOnly ? ofCompany : !ofCompany || allowed || value === tab,
    )
    .map(({ value, label, Content }) => ({
      value,
      label,
      content: (
        <Suspense fallback={<SkeletonPanels panels={1} label="Loading settings" />}>
          <Content />
        </Suspense>
      ),
    }))
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        value={items.find(({ value }) => value === tab)?.value ?? items[0]?.value ?? 'you'}
        onChange={(next) =>
          navigate({ search: next === 'you' ? {} : { tab: next }, replace: true })
        }
        items={items}
      />
    </>
  )
}
