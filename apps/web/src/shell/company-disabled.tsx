import type { Viewer } from '@countersign/contracts/identity'
import { Ban } from 'lucide-react'
import { emailOf, logOut } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

/** The one page that is left to people whose companies are all disabled. */
export function CompanyDisabled({ viewer }: { viewer: Viewer }) {
  const several = viewer.disabledVasps.length > 1
  const email = emailOf(viewer)
  return (
    <>
      <PageHeader
        title={several ? 'Your companies are disabled' : 'Your company is disabled'}
        description={email && `You’re signed in as ${email}.`}
      />
      <div className="rounded-panel border border-line bg-panel">
        <EmptyState
          kind="nothing"
          icon={Ban}
          title="It can’t be used for now"
          action={
            <Button variant="primary" onClick={logOut}>
              Sign out{' '}
            </Button>
          }
        >
          Nothing was deleted, and your roles are kept. Only the network can enable{' '}
          {several ? 'them' : 'it'} again. Contact your network operator.
        </EmptyState>
      </div>
    </>
  )
}
