import * as z from 'zod/mini'

/** What a rule asks of a person or company. ACCOUNT is an account or a wallet; BIRTH is date and place. */
export const requirementItems = [
  'originator.NAME',
  'originator.ACCOUNT',
  'originator.ADDRESS',
  'originator.NATIONAL_ID',
  'originator.CUSTOMER_ID',
  'originator.BIRTH',
  'beneficiary.NAME',
  'beneficiary.ACCOUNT',
  'beneficiary.ADDRESS',
  'beneficiary.NATIONAL_ID',
  'beneficiary.CUSTOMER_ID',
  'beneficiary.BIRTH',
] as const

/** One of {@link requirementItems}. */
export const RequirementItem = z.enum(requirementItems)
export type RequirementItem = z.infer<typeof RequirementItem>

/** What must travel: an item, all of several, or any of several. */
export type Requirement =
  | RequirementItem
  | { readonly all: readonly Requirement[] }
  | { readonly any: readonly Requirement[] }

const withGroups = <T extends z.core.$ZodType>(part: T) => {
  const parts = z.array(part).check(z.minLength(1), z.maxLength(requirementItems.length))
  return z.union([RequirementItem, z.strictObject({ all: parts }), z.strictObject({ any: parts })])
}

/** A {@link Requirement} with groups in groups in groups: no law that we know goes deeper. */
export const Requirement = withGroups(withGroups(withGroups(RequirementItem)))
