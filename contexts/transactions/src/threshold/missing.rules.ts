import type { Issue } from '@countersign/kit/errors'
import type { Missing } from './requirement.rules.ts'

/** What is missing, as a fault of the request. */
export function missingIssue({ anyOf, because }: Missing): Issue {
  const ways = anyOf.map((items) => items.join(' and ')).join(', or ')
  return {
    loc: ['body', 'ivms101'],
    msg: `Missing: ${ways || 'data that this person or company can’t have'} (${because.join('; ')})`,
    type: 'MISSING',
  }
}

/**
 * Whether all required data is there, or only the beneficiary's is missing.
 * @param others how many faults there are besides
 */
export function completeness(missing: readonly Missing[], others = 0) {
  if (missing.length + others === 0) return 'YES'
  const isBeneficiarys = missing.every(({ anyOf }) =>
    anyOf.flat().every((item) => item.startsWith('beneficiary.')),
  )
  return isBeneficiarys && others === 0 ? 'ONLY_BENEFICIARY_MISSING' : 'NO'
}
