import type { PublicVasp } from '@countersign/contracts/trust'
import { Badge } from '../ui/value/badge.tsx'

/** What the regulator says, as a pill. */
export function RegulatoryStatus({ status }: { status: PublicVasp['regulatoryStatus'] }) {
  if (!status) return <span className="text-muted">Unknown</span>
  const tone =
    status === 'Regulated' || status === 'Exempt'
      ? 'success'
      : status === 'Pending'
        ? 'warning'
        : 'danger'
  return <Badge tone={tone}>{status}</Badge>
}
