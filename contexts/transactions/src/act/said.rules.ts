import { ReasonCode } from '@countersign/contracts/transactions'
import { invalid } from '@countersign/kit/errors'

type Said = { readonly reason?: string | undefined; readonly comment?: string | undefined }

/** The reason of an act as its code. V1's reason is free text: it counts as the comment on another reason. @throws 422 */
export function saidOf({ reason, comment }: Said) {
  const code = ReasonCode.safeParse(reason)
  if (reason === undefined || code.success) return { reason: code.data, comment }
  if (comment !== undefined)
    throw invalid(['body', 'reason'], 'Expected the code of a reason, or free text and no comment')
  return { reason: 'OTHER' as const, comment: reason }
}
