import { approvalDays } from '@countersign/contracts/trust'
import { invalid } from '@countersign/kit/errors'

const dayMs = 86_400_000

/** When an access ends that begins now. @throws 422 for the past and for more than a year */
export function endOf(expiresAt: string | undefined, at: Date): Date {
  if (expiresAt === undefined) return new Date(at.getTime() + approvalDays * dayMs)
  const end = new Date(expiresAt)
  if (end <= at) throw invalid(['expiresAt'], 'Access must end in the future')
  if (end.getTime() > at.getTime() + 366 * dayMs)
    throw invalid(['expiresAt'], 'Access can last at most one year')
  return end
}
