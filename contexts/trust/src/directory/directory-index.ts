import type { TrustTx } from '../tables.ts'
import { findChanged, findMatches, findRoll } from './directory-index.store.ts'
import { type Facts, factsOf } from './facet.rules.ts'
import type { Words } from './filter.store.ts'

/** A company: its place in the order of names, what filters ask of it, and which transaction changed it. */
type Company = {
  readonly did: string
  place: number
  parent: string | null
  facts: Facts
  stamp?: string
}

/** Places of companies in the order of names, ascending. */
export type Places = Uint32Array

/** Where those stand whose name begins with the words, and where the others that match them. */
export type Parts = readonly [Places, Places]

/** All companies, in memory. */
export type DirectoryIndex = {
  /** What is done by transactions that were not over at this one may be missing. */
  since: string
  /** In the order of names. */
  order: readonly Company[]
  /** All places, and the number of the facts at each: a search looks at nothing else of most companies. */
  places: Places
  kindAt: Uint32Array
  readonly companies: Map<string, Company>
  /** Each combination of facts once, by its text. */
  readonly kinds: Map<string, Facts>
  /** Who has changed, in the order in which it was heard. */
  readonly changed: string[]
  /** Who matches some words, as of that many changes; what was asked last comes last. */
  readonly matches: Map<string, { readonly parts: Parts; readonly upTo: number }>
}

/** Changes after which everything is read anew: at once, and in all. */
const maxAtOnce = 1_000
const maxChanges = 20_000
/** How much is kept of searches for words: searches, and companies in all of them. */
const maxWords = 500
const maxMatches = 2_000_000

/**
 * Keeps the index of a database. Whoever asks gets it with every change in it that was committed before,
 * for one short reading of what has changed; those who ask while another one reads share the next reading.
 * A transaction that asks must have changed nothing itself: others would see it.
 */
export function directoryIndexReader(): (tx: TrustTx) => Promise<DirectoryIndex> {
  let index: DirectoryIndex | undefined
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<DirectoryIndex> | undefined
  return (tx) => {
    if (next) return next
    const mine = running.then(async () => {
      next = undefined
      index = (index && (await broughtUpToDate(tx, index))) ?? (await readAnew(tx))
      return index
    })
    next = mine
    running = mine.catch(() => undefined)
    return mine
  }
}

async function readAnew(tx: TrustTx): Promise<DirectoryIndex> {
  const { since, rows } = await findRoll(tx)
  const kinds: DirectoryIndex['kinds'] = new Map()
  const order = rows.map(
    ({ did, parent, facts }, place): Company => ({
      did,
      place,
      parent,
      facts: kindOf(kinds, facts),
    }),
  )
  return {
    since,
    kinds,
    changed: [],
    matches: new Map(),
    ...columnsOf(order),
    companies: new Map(order.map((company) => [company.did, company])),
  }
}

const columnsOf = (order: readonly Company[]) => ({
  order,
  places: Uint32Array.from(order, (_, place) => place),
  kindAt: Uint32Array.from(order, ({ facts }) => facts.id),
})

function kindOf(kinds: DirectoryIndex['kinds'], text: string): Facts {
  const known = kinds.get(text)
  if (known) return known
  const facts = factsOf(kinds.size, text)
  kinds.set(text, facts)
  return facts
}

/** The index with what has changed, or undefined when it is to be read anew. */
async function broughtUpToDate(
  tx: TrustTx,
  index: DirectoryIndex,
): Promise<DirectoryIndex | undefined> {
  const { since, rows } = await findChanged(tx, index.since, maxAtOnce + 1)
  const isEarlier = BigInt(since) < BigInt(index.since) // a backup was restored beneath us
  if (isEarlier || rows.length > maxAtOnce || index.changed.length > maxChanges) return undefined
  // While one transaction lasts, those that ended since its beginning are found again and again.
  const changes = rows.filter(({ did, stamp }) => index.companies.get(did)?.stamp !== stamp)
  const following = new Map<string | null, Company>()
  let moved = false
  for (const { did, after, parent, stamp, facts } of changes) {
    const now = { parent, stamp, facts: kindOf(index.kinds, facts) }
    const company = Object.assign(index.companies.get(did) ?? { did, place: -1 }, now)
    index.companies.set(did, company)
    index.changed.push(did)
    following.set(after, company)
    if (company.place >= 0) index.kindAt[company.place] = company.facts.id
    moved ||= company.place < 0 || (index.order[company.place - 1]?.did ?? null) !== after
  }
  if (moved) {
    Object.assign(index, columnsOf(reordered(index.order, following)))
    index.matches.clear()
  }
  index.since = since
  return index
}

/** The order in which these companies follow those; all others stay. */
function reordered(before: readonly Company[], following: ReadonlyMap<string | null, Company>) {
  const movers = new Set(following.values())
  const order: Company[] = []
  const add = (first: Company | undefined) => {
    for (let company = first; company; company = following.get(company.did)) {
      company.place = order.length
      order.push(company)
    }
  }
  add(following.get(null))
  for (const company of before) if (!movers.has(company)) add(company)
  return order
}

/** Who matches the words. It is asked once; afterwards only of those who have changed. */
export async function matchesOf(tx: TrustTx, index: DirectoryIndex, words: Words): Promise<Parts> {
  if (Object.values(words).every((word) => !word)) return [index.places, new Uint32Array()]
  const key = JSON.stringify(words)
  for (;;) {
    const { order } = index
    const upTo = index.changed.length
    const last = index.matches.get(key)
    const kept = last && upTo - last.upTo <= maxAtOnce ? last : undefined
    const stale = new Set(kept && index.changed.slice(kept.upTo))
    if (kept && stale.size === 0) {
      keep(index.matches, key, kept)
      return kept.parts
    }
    const found = await findMatches(tx, words, kept && [...stale])
    // Companies have moved in the meantime.
    if (index.order !== order) continue
    const parts = merged(index, found, kept?.parts, stale)
    if (upTo >= (index.matches.get(key)?.upTo ?? 0)) keep(index.matches, key, { parts, upTo })
    return parts
  }
}

/** Those who were found, and those who matched before and have not changed since. */
function merged(
  { order, places, companies }: DirectoryIndex,
  found: readonly (readonly string[])[],
  before: readonly Places[] = [],
  stale: ReadonlySet<string>,
): Parts {
  const partAt = new Uint8Array(places.length)
  for (const part of [1, 2]) {
    for (const place of before[part - 1] ?? [])
      if (!stale.has(order[place]?.did ?? '')) partAt[place] = part
    for (const did of found[part - 1] ?? []) {
      const place = companies.get(did)?.place
      if (place !== undefined) partAt[place] = part
    }
  }
  return [places.filter((at) => partAt[at] === 1), places.filter((at) => partAt[at] === 2)]
}

/** Keeps an answer as the last one, and forgets the first ones when there is no room. */
function keep<T extends { readonly parts: Parts }>(all: Map<string, T>, key: string, answer: T) {
  all.delete(key)
  all.set(key, answer)
  const sizeOf = ({ parts: [first, rest] }: T) => first.length + rest.length
  let size = [...all.values()].reduce((sum, one) => sum + sizeOf(one), 0)
  for (const [oldest, one] of all) {
    if (all.size <= maxWords && size <= maxMatches) break
    all.delete(oldest)
    size -= sizeOf(one)
  }
}
