import { getRouteApi } from '@tanstack/react-router'
import { api } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { AuditLog } from './log.tsx'

const route = getRouteApi('/signed-in/company/audit')

/** What was done in the own company, for its admins and its compliance roles. */
export function CompanyAudit() {
  const did = useCompany()
  const { allowed } = useCan(api.auditLog.list)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (!did || !allowed) return <NotForYou call={api.auditLog.list} />
  return (
    <AuditLog
      key={did}
      chain={did}
      title="Activity"
      description="Who changed what in your company, and who viewed personal data. Rows are chained, so any change or deletion shows."
      search={search}
      go={(next, replace) => void navigate({ search: next, replace, resetScroll: !replace })}
    />
  )
}
