import { completeness, type OpenItem, Profile, presentationOf } from '@countersign/contracts/trust'
import type { TransferActivity } from '../deps.ts'
import { findNestRequests } from '../group/index.ts'
import { findRegistryRecords } from '../registry/index.ts'
import type { TrustTx } from '../tables.ts'
import { daysUntil, pressure } from './action.rules.ts'

/** An open item, with the person who can't act on it, if there is one. */
export type SourcedItem = OpenItem & { readonly notFor?: string }

/** One cause of action items: what is open in a company now. */
export type TrustSource = (
  tx: TrustTx,
  did: string,
  at: Date,
  activity: TransferActivity,
) => Promise<SourcedItem[]>

/** What several causes need to know of a company. */
export const findFacts = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp')
    .select([
      'profile',
      'regulatory_status',
      'verification_status',
      'verification_since',
      'verified_until',
      'created_at',
    ])
    .where('vasp_did', '=', did)
    .executeTakeFirst()

/** Fields that others look for and that are empty. */
export const profileIncomplete: TrustSource = async (tx, did) => {
  const facts = await findFacts(tx, did)
  if (!facts) return []
  const profile = Profile.parse(facts.profile)
  const { missing: empty } = completeness(profile)
  if (empty.length === 0) return []
  const labels = empty.map((name) => presentationOf(name).label).join(', ')
  return [
    {
      id: `PROFILE_INCOMPLETE:${did}`,
      type: 'PROFILE_INCOMPLETE',
      severity: empty.length > 3 ? 'medium' : 'low',
      title:
        empty.length === 1
          ? `Missing from your profile: ${labels}`
          : `${empty.length} fields of your profile are empty`,
      detail: empty.length === 1 ? null : labels,
      dueAt: null,
      createdAt: facts.created_at.toISOString(),
      entityRef: { type: 'company', id: did },
      requiredPermission: 'trustframework.updateVASP',
    },
  ]
}

const verificationWords: Record<string, readonly [OpenItem['severity'], string, string]> = {
  UNVERIFIED: [
    'medium',
    'Submit your company for verification',
    'Others trust verified companies sooner',
  ],
  REJECTED: ['high', 'Your verification was rejected', 'Read the network’s note, and appeal'],
  EXPIRED: ['high', 'Your verification has expired', 'Ask the network to renew it'],
  SUSPENDED: ['high', 'Your verification is suspended', 'Read the network’s note'],
}

/** What the company can do for its verification. */
export const verificationAction: TrustSource = async (tx, did, at) => {
  const facts = await findFacts(tx, did)
  if (!facts) return []
  const item = {
    id: `VERIFICATION_ACTION:${facts.verification_status}`,
    type: 'VERIFICATION_ACTION',
    dueAt: null,
    createdAt: (facts.verification_since ?? facts.created_at).toISOString(),
    entityRef: { type: 'verification', id: did },
    requiredPermission: 'trustframework.updateVASP',
  } as const
  const words = verificationWords[facts.verification_status]
  if (words) return [{ ...item, severity: words[0], title: words[1], detail: words[2] }]
  const until = facts.verified_until
  if (facts.verification_status !== 'VERIFIED' || !until || daysUntil(until, at) >= 60) return []
  return [
    {
      ...item,
      severity: pressure(until, at),
      title: 'Your verification expires soon',
      detail: 'Once it has expired, ask the network to renew it',
      dueAt: until.toISOString(),
    },
  ]
}

/** Groups that ask, and companies that ask to join. */
export const groupRequest: TrustSource = async (tx, did) =>
  (await findNestRequests(tx, did))
    .filter(({ group, waitsFor }) => (group === did ? 'group' : 'subsidiary') === waitsFor)
    .map(({ group, groupName, subsidiary, subsidiaryName, since }) => ({
      id: `GROUP_REQUEST:${group}:${subsidiary}`,
      type: 'GROUP_REQUEST',
      severity: 'medium',
      title:
        group === did
          ? `${subsidiaryName} asks to join your group`
          : `${groupName} asks you to join its group`,
      detail: null,
      dueAt: null,
      createdAt: since,
      entityRef: { type: 'group', id: group === did ? subsidiary : group },
      requiredPermission: 'api.vasps.nest',
    }))

/** What registers say that differs, or ends soon. */
export const registryNews: TrustSource = async (tx, did, at) => {
  const facts = await findFacts(tx, did)
  const records = await findRegistryRecords(tx, did)
  return records.flatMap(({ registry, record, fetched_at }) => {
    const said = (name: string): unknown => Reflect.get(Object(record), name)
    const item = {
      createdAt: fetched_at.toISOString(),
      entityRef: { type: 'registry', id: registry },
      requiredPermission: 'trustframework.updateVASP',
    } as const
    if (registry === 'GLEIF') {
      const renewal = new Date(String(said('nextRenewalDate')))
      const lapsed = said('registrationStatus') === 'LAPSED'
      if (!lapsed && !(daysUntil(renewal, at) < 60)) return []
      const open: OpenItem = {
        ...item,
        id: `LEI_LAPSING:${String(said('lei'))}`,
        type: 'LEI_LAPSING',
        severity: lapsed ? 'high' : pressure(renewal, at),
        title: lapsed ? 'Your LEI has lapsed' : 'Your LEI is due for renewal',
        detail: 'Renew it with your LEI issuer',
        dueAt: Number.isNaN(renewal.getTime()) ? null : renewal.toISOString(),
      }
      return [open]
    }
    const status = said('licenceStatus')
    if (typeof status !== 'string' || status === facts?.regulatory_status) return []
    const conflict: OpenItem = {
      ...item,
      id: `LICENCE_CHANGED:${status}`,
      type: 'LICENCE_CHANGED',
      severity: 'high',
      title: `${registry} says: ${status}`,
      detail: `Your profile says: ${facts?.regulatory_status ?? 'nothing'}`,
      dueAt: null,
    }
    return [conflict]
  })
}
