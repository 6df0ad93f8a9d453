import type { ProfileField } from './profile.ts'

/** What others look for first in a profile. */
export const expectedFields: readonly ProfileField[] = [
  'legalName',
  'website',
  'description',
  'lei',
  'jurisdictions',
  'regulatoryAuthorities',
  'complianceContact',
]

/** How much of what others look for is there, and what is not. */
export function completeness(profile: { readonly [K in ProfileField]?: unknown }): {
  readonly percent: number
  readonly missing: readonly ProfileField[]
} {
  const missing = expectedFields.filter((name) => {
    const value = profile[name]
    return value == null || (Array.isArray(value) && value.length === 0)
  })
  const percent = Math.round((1 - missing.length / expectedFields.length) * 100)
  return { percent, missing }
}
