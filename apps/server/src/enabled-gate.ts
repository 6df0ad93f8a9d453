import { internalAdmin, type RoleGrant } from '@countersign/contracts'
import { fail } from '@countersign/kit/errors'
import type { Gate } from '@countersign/kit/serve'

type Caller = {
  readonly viewer: { readonly grants: readonly RoleGrant[] }
  readonly company?: string
}

/**
 * A gate that also refuses work for a company that is disabled, and says so. The internal admin passes:
 * somebody has to enable it again.
 */
export function enabledGate<Known, C extends Caller>(
  gate: Gate<Known, C>,
  disabledReason: (company: string) => Promise<string | undefined>,
): Gate<Known, C> {
  return {
    identify: (request, operation) => gate.identify(request, operation),
    permit: async (known, operation, asked) => {
      const caller = await gate.permit(known, operation, asked)
      const { company, viewer } = caller
      if (company === undefined || viewer.grants.some(({ role }) => role === internalAdmin))
        return caller
      const reason = await disabledReason(company)
      if (reason) throw fail('forbidden', reason, { wire: 'company_disabled' })
      return caller
    },
  }
}
