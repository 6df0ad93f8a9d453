import * as z from 'zod/mini'
import { Did } from '../common.ts'
import { isLei } from './lei.ts'
import { Profile } from './profile.ts'
import { isoCountries } from './questionnaire/index.ts'
import { Version } from './vasp.ts'

const known = (code: string) => isoCountries.includes(code)
const country = Profile.shape.country.check(
  z.refine((code) => code == null || known(code), 'There is no country with this code'),
)

/**
 * What a company may state of itself. Stricter than {@link Profile}, which also reads what was stored
 * before a rule was added.
 */
export const ProfileUpdate = z.extend(Profile, {
  lei: Profile.shape.lei.check(
    z.refine(
      (lei) => lei == null || isLei(lei),
      'This is not a valid LEI (20 characters, wrong check digits)',
    ),
  ),
  country,
  incorporationCountry: country,
  identificationCountry: country,
  jurisdictions: Profile.shape.jurisdictions.check(
    z.refine((codes) => codes == null || codes.every(known), 'One of these isn’t a country code'),
  ),
  division: Profile.shape.division.check(
    z.refine(
      (code) => code == null || known(code.slice(0, 2)),
      'The first two letters aren’t a country code',
    ),
  ),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

/** What somebody changes of a company's own profile. */
export const ProfileChange = z.strictObject({
  did: Did,
  fields: z.strictObject(ProfileUpdate.shape),
  /** The `version` of the company that the writer saw; another one by now is a conflict. */
  version: z.optional(Version),
})
