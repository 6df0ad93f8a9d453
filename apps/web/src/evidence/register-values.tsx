import {
  isProfileField,
  type ProfileField,
  type ProfileHistory,
  presentationOf,
  profileFields,
  registries,
  type WaitingEntry,
} from '@countersign/contracts/trust'
import type { RefObject } from 'react'
import { api, useOperation } from '../api/index.ts'
import { FieldValue } from '../company/index.ts'
import { LoadError } from '../page/index.ts'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'

/** What a document is held against in any case. */
const always: ReadonlySet<ProfileField> = new Set([
  'name',
  'legalName',
  'lei',
  'country',
  'businessNumber',
  'website',
])

type Line = {
  field: ProfileField
  stated: unknown
  said: readonly { registry: string; value: unknown; isClaimed: boolean }[]
}

/** What the company states and what registers say, field by field. */
function linesOf(
  did: string,
  { fields }: ProfileHistory,
  waiting: readonly WaitingEntry[],
): Line[] {
  const known = new Map(
    fields.flatMap(({ fieldName, values }) =>
      isProfileField(fieldName) ? [[fieldName, values] as const] : [],
    ),
  )
  return profileFields.flatMap((field) => {
    const values = known.get(field) ?? []
    const confirmed = registries.flatMap((registry) => {
      const claim = values.find(({ issuer }) => issuer === registry)
      return claim ? [{ registry, value: claim.value, isClaimed: false }] : []
    })
    const claimed = waiting.flatMap(({ did: of, entry: { registry }, said }) =>
      of === did && said[field] !== undefined
        ? [{ registry, value: said[field], isClaimed: true }]
        : [],
    )
    const said = [...confirmed, ...claimed]
    const stated = values.find(({ issuer }) => issuer === did)?.value ?? values[0]?.value
    return said.length > 0 || (always.has(field) && stated !== undefined)
      ? [{ field, stated, said }]
      : []
  })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Props of {@link RegisterValues}. */
interface RegisterValuesProps {
  did: string
  /** The heading, which takes focus once there is something to compare. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** What to hold a document against: the company's own statements and those of registers. */
export function RegisterValues({ did, heading }: RegisterValuesProps) {
  const profile = useOperation(api.vasp.profile, { did })
  const waiting = useOperation(api.curation.registerEntries, {})
  const error = profile.error ?? waiting.error
  const lines = profile.data && waiting.data && linesOf(did, profile.data, waiting.data.entries)
  return (
    <section aria-label="Compare with">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Compare with
      </h3>
      {error && (
        <LoadError
          error={error}
          onRetry={() => void Promise.all([profile.refetch(), waiting.refetch()])}
        />
      )}
      {!lines && !error && <SkeletonLines lines={5} label="Loading values" />}
      {lines?.every(({ said }) => said.length === 0) && (
        <p className="mt-1 text-sm text-muted">No register entry: only what the company states.</p>
      )}
      <dl className="mt-2 text-sm">
        {lines?.map(({ field, stated, said }) => (
          <div key={field} className="border-t border-line py-2 first:border-t-0">
            <dt className="text-muted">{presentationOf(field).label}</dt>
            <dd className="wrap-anywhere">
              <FieldValue name={field} value={stated} />
            </dd>
            {said.map(({ registry, value, isClaimed }) => (
              <dd key={registry} className="mt-1 flex flex-wrap items-center gap-2 wrap-anywhere">
                <Badge tone={same(value, stated) ? 'success' : 'warning'}>
                  {registry}
                  {isClaimed && ', claimed'}
                  {same(value, stated) && ': same'}
                </Badge>
                {!same(value, stated) && <FieldValue name={field} value={value} />}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
