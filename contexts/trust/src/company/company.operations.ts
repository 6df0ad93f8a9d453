import type { Input } from '@countersign/contracts'
import { networkIssuer, Profile, trust, type Vasp } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { audienceOf, isOfCompany, nobody, onlyOwn } from '../audience.rules.ts'
import type { Caller } from '../caller.ts'
import { countDirectoryFacets, listDirectory, only } from '../directory/index.ts'
import { handlers, type OwnTransaction } from '../handlers.ts'
import { countriesByStatus, findJurisdictions, statusesOf } from '../jurisdiction/index.ts'
import { actsForNetwork, findRedirect } from '../profile/index.ts'
import { findReviews, findWaiting, reviewOut, waitingOut } from '../review/index.ts'
import type { TrustTx } from '../tables.ts'
import { findBilling, findPrivate, findSubsidiaries } from './company.store.ts'
import { listUserVasps } from './user-vasps.operations.ts'
import { getProfileHistory, getVasp, updateProfile } from './vasp.ts'

const contract = trust.vasp

/** Companies as members of the network see them. */
export const vasp = handlers(contract, {
  list: ({ caller, deps, at }, { query }) => {
    ownReviewer(caller, query.reviewedByVaspDID)
    return listDirectory(deps.directory, query, audienceOf(caller.viewer.grants), at)
  },
  facets: ({ caller, deps }, { query }) => {
    ownReviewer(caller, query.reviewedByVaspDID)
    return countDirectoryFacets(deps.directory, query, audienceOf(caller.viewer.grants))
  },
  get,
  profile: ({ tx, company }) => getProfileHistory(tx, company),
  update: ({ tx, company, caller, actor, at }, { body: { fields, version } }) => {
    const issuer = actsForNetwork(caller.viewer.grants, company) ? networkIssuer : company
    return updateProfile(tx, actor, company, fields, at, { issuer, version })
  },
  userVaspList: listUserVasps,
})

/** Companies as anybody sees them. */
export const publicVasp = handlers(trust.public, {
  listVasps: ({ deps, at }, { query }) => listDirectory(deps.directory, query, nobody, at),
  getVasp: ({ deps }, { did }) => deps.database.withNobody((tx) => showPublicVasp(tx, did)),
})

/** Verdicts are shown to those alone whose company gave them. */
function ownReviewer({ viewer }: Caller, reviewer: string | undefined): void {
  if (reviewer !== undefined) onlyOwn(viewer.grants, 'trustframework.getVASP', reviewer)
}

/**
 * One company as this audience sees it. An undiscoverable one is shown to whoever knows its DID, since
 * a transfer names it. A DID that was merged away leads to the company that it is part of now.
 * @throws 404
 */
async function get(
  { caller, actor, at, deps: { database, adminAddresses } }: OwnTransaction,
  { did: asked, query }: Input<typeof contract.get>,
): Promise<Vasp> {
  const { fields, reviewedByVaspDID: reviewer, showJurisdictionStatus, includeSubsidiaries } = query
  ownReviewer(caller, reviewer)
  const audience = audienceOf(caller.viewer.grants)
  const did = (await database.withNobody((tx) => findRedirect(tx, asked))) ?? asked
  const ofCompany = isOfCompany(audience, did)
  const namesPeople = !fields || fields.includes('adminEmails')
  const found = await (ofCompany
    ? database.withTenant(did, async (tx) => {
        const own = await withPrivate(tx, did)
        // Its own people know their admins; that the network's operator looks, the company can see.
        if (namesPeople && !audience.own.includes(did))
          await audit(tx, actor, at, { company: did, action: 'vasp.readAdminEmails' })
        return own
      })
    : database.withNobody((tx) => getVasp(tx, did)))
  const emails = ofCompany
    ? await database.withTenant(did, (tx) => adminAddresses(tx, did))
    : undefined
  const verdicts = reviewer
    ? await database.withTenant(reviewer, async (tx) => {
        const [review] = await findReviews(tx, reviewer, [did])
        const [waiting] = await findWaiting(tx, reviewer, [did], at)
        return {
          review: review ? reviewOut(review) : null,
          waitingReview: waiting ? waitingOut(waiting) : null,
        }
      })
    : undefined
  const more = await database.withNobody(async (tx) => ({
    ...(showJurisdictionStatus && {
      jurisdictionStatus: statusesOf(
        found.jurisdictions ?? [],
        countriesByStatus(await findJurisdictions(tx)),
      ),
    }),
    ...((includeSubsidiaries || fields?.includes('subsidiaries')) && {
      subsidiaries: await findSubsidiaries(tx, did, audience.isInternal ? 'all' : audience.own),
    }),
  }))
  return only(fields, {
    ...found,
    ...(emails && { adminEmails: [...emails] }),
    ...verdicts,
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
async function showPublicVasp(tx: TrustTx, asked: string) {
  const did = (await findRedirect(tx, asked)) ?? asked
  const vasp = await getVasp(tx, did)
  const own = await findPrivate(tx, did)
  if (!own?.discoverable || !own.listed) throw fail('not_found', 'No such company')
  return vasp
}
