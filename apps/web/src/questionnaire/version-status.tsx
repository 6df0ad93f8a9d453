import type { DdqVersion } from '@countersign/contracts/trust'
import { Badge } from '../ui/value/badge.tsx'

/** Whether a version is current. */
export const VersionStatus = ({ status }: Pick<DdqVersion, 'status'>) =>
  status === 'EXPIRED' ? (
    <Badge tone="warning">Expired</Badge>
  ) : (
    <Badge tone="success">Current</Badge>
  )
