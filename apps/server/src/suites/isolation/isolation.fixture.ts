import { testPool } from '@countersign/kit/testing-query'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { createLinks, type Links, paramsByList } from '../fuzz/links.fixture.ts'
import type { Draft, Target } from '../fuzz/request.fixture.ts'
import type { Meant } from '../fuzz/schema.fixture.ts'

/** Values by parameter: what the placeholders of a path become. */
export type Ids = (param: string) => string

/** A request to be, apart from who asks. */
export type Call = {
  readonly target: Target
  readonly ids: Ids
  readonly draft: Draft
  readonly headers: Readonly<Record<string, string>>
  readonly query?: string
  readonly payload?: string
}

/** What was sent, and what came back. */
export type Exchange = {
  readonly request: string
  readonly status: number
  /** Headers and body, without what differs from one request to the next by nature. */
  readonly text: string
  readonly body: string
}

/** Calls in this process. */
export async function exchange(app: FastifyInstance, call: Call): Promise<Exchange> {
  const { target, ids, draft, headers, query, payload = draft.payload } = call
  const path = target.path.replaceAll(/\{(\w+)\}/g, (_, param) => encodeURIComponent(ids(param)))
  const url = `${path}${query === undefined ? '' : `?${query}`}`
  const answer = await app.inject({
    method: target.method,
    url,
    headers: { ...headers, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })
  const { 'x-request-id': _, date, ...kept } = answer.headers
  return {
    request: `${target.method} ${url} ${String(payload ?? '')}`,
    status: answer.statusCode,
    text: `${JSON.stringify(kept)} ${answer.body}`,
    body: answer.body,
  }
}

/** The same draft each time, but for the marks in it. */
export function draftOf(target: Target, seed: number): Draft {
  const [draft] = fc.sample(target.drafts.valid, { seed, numRuns: 1 })
  if (!draft) throw new Error(`Nothing was drawn for ${target.id}`)
  return draft
}

/** One with as many optional fields as come together by chance. */
export function fullDraftOf(target: Target): Draft {
  const drafts = fc.sample(target.drafts.valid, { seed: 1, numRuns: 60 })
  const [longest] = drafts.toSorted(
    (a, b) => Object.keys(parsed(b.payload)).length - Object.keys(parsed(a.payload)).length,
  )
  if (!longest) throw new Error(`Nothing was drawn for ${target.id}`)
  return longest
}

const parsed = (payload: Draft['payload']): object => Object(JSON.parse(String(payload ?? '{}')))

/** Values that carry a mark wherever a text of the caller's own may stand; no two are alike. */
export function marked(tag: string): Meant {
  let count = 0
  const mark = (make: (word: string) => unknown) =>
    fc.constant(0).map(() => make(`${tag}${(count++).toString(36).padStart(4, '0')}`))
  const word = mark((text) => text)
  const address = mark((text) => `http://127.0.0.1:1024/${text}`)
  return {
    ...{ name: word, description: word, displayName: word, instructions: word },
    ...{ uid: word, eventId: word, url: address, logo: address, featureFlag: word },
    metadata: mark((text) => ({ [text]: `${text}v` })),
    headers: mark((text) => ({ 'X-Canary': text, authorization: `${text}s` })),
    payload: mark((text) => ({ [text]: `${text}v` })),
    schemas: mark((text) => ({ 1: { type: 'object', title: text } })),
    code: mark((text) => `function handler(webhook) { return webhook /* ${text} */ }`),
    transformation: mark((text) => `function handler(webhook) { return webhook /* ${text} */ }`),
    eventType: fc.constant('shared.type'),
    ...Object.fromEntries(
      [
        ...['filterTypes', 'eventTypes', 'channels', 'application', 'instructionsLink'],
        // In the place of a payload, which carries the mark.
        'transformationsParams',
        // Not supported: a value is refused.
        ...[
          'featureFlags',
          'tags',
          'deliverAt',
          'payloadRetentionHours',
          'variables',
          'connectors',
        ],
      ].map((name) => [name, fc.constant(null)]),
    ),
    enabled: fc.constant(false),
    archived: fc.constant(false),
    disabled: fc.constant(false),
    readOnly: fc.constant(false),
    enforceHttps: fc.constant(false),
    settings: fc.constant(null),
  }
}

/** Creates one of everything that can be created, in the order of the document. */
export async function populate(
  app: FastifyInstance,
  targets: readonly Target[],
  headers: Readonly<Record<string, string>>,
): Promise<Links> {
  const links = createLinks(targets)
  const listed = paramsByList(targets)
  const first: Ids = (param) => links.of(param).find((id) => id.includes('_')) ?? 'none'
  const creators = targets
    .filter(({ method, path }) => method === 'POST' && listed.has(path))
    .toSorted((a, b) => a.params.length - b.params.length)
  for (const target of creators) {
    const done = await exchange(app, { target, ids: first, draft: fullDraftOf(target), headers })
    if (done.status >= 300) throw new Error(`${done.request}: ${done.status} ${done.body}`)
    links.learn(target, done.body)
  }
  return links
}

/** Reads all there is, for what nobody creates, such as attempts. @returns every text that was shown */
export async function readAll(
  app: FastifyInstance,
  targets: readonly Target[],
  headers: Readonly<Record<string, string>>,
  links: Links,
): Promise<string[]> {
  const texts: string[] = []
  for (const target of targets.filter(({ method }) => method === 'GET')) {
    const ids: Ids = (param) => links.of(param)[0] ?? 'none'
    const done = await exchange(app, { target, ids, draft: draftOf(target, 1), headers })
    if (done.status >= 300 || done.body === '') continue
    links.learn(target, done.body)
    texts.push(...leaves(JSON.parse(done.body)))
  }
  return texts
}

/** The database as its owner sees it. */
export function ownerOf(databaseUrl: string, schema: string, tenant: string) {
  const pool = testPool({ connectionString: databaseUrl, max: 1 })
  const tables = async () => {
    const { rows } = await pool.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       group by c.relname order by c.relname`,
      [schema],
    )
    return rows.filter(({ columns }) => columns.includes(tenant))
  }
  const rowsOf = async (where: Readonly<Record<string, string>>) => {
    const found: { table: string; rows: string[] }[] = []
    for (const { name, columns } of await tables()) {
      if (!Object.keys(where).every((column) => columns.includes(column))) continue
      const conditions = Object.keys(where).map((column, n) => `t."${column}" = $${n + 1}`)
      const { rows } = await pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${schema}."${name}" t where ${conditions.join(' and ')} order by 1`,
        Object.values(where),
      )
      found.push({ table: name, rows: rows.map(({ row }) => row) })
    }
    return found
  }
  return {
    rowsOf,
    pool,
    /** Every text in these rows. */
    texts: async (where: Readonly<Record<string, string>>) =>
      new Set(
        (await rowsOf(where)).flatMap(({ rows }) => rows.flatMap((row) => leaves(JSON.parse(row)))),
      ),
    close: () => pool.end(),
  }
}

/** The texts of a JSON value, keys too. */
export function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [key, ...leaves(member)])
}

/** What in an answer belongs to somebody else and was not in the question. */
export const leaked = ({ request, text }: Exchange, needles: readonly string[]): string[] =>
  needles.filter(
    (needle) =>
      text.includes(needle) &&
      !request.includes(needle) &&
      !request.includes(encodeURIComponent(needle)),
  )
