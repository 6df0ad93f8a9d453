import type { Permission } from '@countersign/contracts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Props of {@link NotForYou}. */
interface NotForYouProps {
  title: string
  permission?: Permission
}

/** A page that the viewer may not see: its name, and the permission that is missing. */
export function NotForYou({ title, permission = 'trustframework.tfUpdate' }: NotForYouProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState kind="not-allowed" permission={permission} adminEmails={[]} />
    </>
  )
}
