import { type Failure, fail } from '@countersign/kit/errors'

const app = '/api/v1/app/[^/]+'

/** Features of newer clients that this service has no counterpart of, by their paths. */
const families: readonly (readonly [form: RegExp, what: string])[] = [
  [/^\/api\/v1\/(stream|auth\/stream)/, 'streams'],
  [/^\/ingest/, 'sources'],
  [/^\/api\/v1\/connector/, 'connectors'],
  [new RegExp(`^${app}/destination`), 'destinations'],
  [new RegExp(`^${app}/autoconfig`), 'automatic configuration'],
  [new RegExp(`^${app}/events`), 'the list of events'],
  [new RegExp(`^${app}/endpoint/[^/]+/attempt-stats`), 'attempt statistics of this kind'],
]

/** The refusal of a path that newer clients know and this service does not have; nothing for other paths. */
export function notOffered(url: string): Failure | undefined {
  const [path = ''] = url.split('?', 1)
  const found = families.find(([form]) => new RegExp(`${form.source}(/|-|$)`).test(path))
  return (
    found && fail('not_found', `This service doesn’t offer ${found[1]}.`, { wire: 'not_offered' })
  )
}
