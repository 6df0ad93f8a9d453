import { Profile, type Vasp, type VaspQuery } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { type Audience, isOfCompany } from '../audience.rules.ts'
import { only } from '../directory/index.ts'
import { countriesByStatus, findJurisdictions, statusesOf } from '../jurisdiction/index.ts'
import { findRedirect } from '../profile/index.ts'
import { findReviews, reviewOut } from '../review/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { findBilling, findPrivate, findSubsidiaries } from './company.store.ts'
import { getVasp } from './vasp.operations.ts'

/** What this file needs of the world. */
type Deps = {
  readonly database: TrustDatabase
  readonly adminAddresses: (did: string) => Promise<readonly string[]>
}

/**
 * One company as this audience sees it. An undiscoverable one is shown to whoever knows its DID, since
 * a transfer names it. A DID that was merged away leads to the company that it is part of now.
 * @throws 404
 */
export async function showVasp(
  { database, adminAddresses }: Deps,
  asked: string,
  { fields, reviewedByVaspDID: reviewer, showJurisdictionStatus, includeSubsidiaries }: VaspQuery,
  audience: Audience,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<Vasp> {
  const did = (await database.withNobody((tx) => findRedirect(tx, asked))) ?? asked
  const ofCompany = isOfCompany(audience, did)
  const namesPeople = !fields || fields.includes('adminEmails')
  const vasp = await (ofCompany
    ? database.withTenant(did, async (tx) => {
        const own = await withPrivate(tx, did)
        // Its own people know their admins; that the network's operator looks, the company can see.
        if (namesPeople && !audience.own.includes(did))
          await audit(tx, actor, at, { company: did, action: 'vasp.readAdminEmails' })
        return own
      })
    : database.withNobody((tx) => getVasp(tx, did)))
  const emails = ofCompany ? await adminAddresses(did) : undefined
  const review = reviewer
    ? await database.withTenant(reviewer, async (tx) => (await findReviews(tx, reviewer, [did]))[0])
    : undefined
  const more = await database.withNobody(async (tx) => ({
    ...(showJurisdictionStatus && {
      jurisdictionStatus: statusesOf(
        vasp.jurisdictions ?? [],
        countriesByStatus(await findJurisdictions(tx)),
      ),
    }),
    ...((includeSubsidiaries || fields?.includes('subsidiaries')) && {
      subsidiaries: await findSubsidiaries(tx, did, audience.isInternal ? 'all' : audience.own),
    }),
  }))
  return only(fields, {
    ...vasp,
    ...(emails && { adminEmails: [...emails] }),
    ...(reviewer && { review: review ? reviewOut(review) : null }),
    ...more,
  })
}

/** A company with what only its own people see. */
async function withPrivate(tx: TrustTx, did: string) {
  const vasp = await getVasp(tx, did)
  const own = await findPrivate(tx, did)
  const billing = await findBilling(tx, did)
  return {
    ...vasp,
    billingContact: Profile.parse(own?.profile).billingContact,
    emailDomains: own?.email_domains ?? [],
    subscription_id: billing?.subscription_id ?? null,
    untracked_usage_in_period: billing?.untracked_usage_in_period ?? null,
    billing_customer_did: billing?.billing_customer_did ?? null,
  }
}

/** A company for somebody who has not signed in; what it chose to hide is not there. @throws 404 */
export async function showPublicVasp(tx: TrustTx, asked: string) {
  const did = (await findRedirect(tx, asked)) ?? asked
  const vasp = await getVasp(tx, did)
  const own = await findPrivate(tx, did)
  if (!own?.discoverable || !own.listed) throw fail('not_found', 'No such company')
  return vasp
}
