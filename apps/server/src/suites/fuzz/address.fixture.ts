import type { Links } from './links.fixture.ts'
import type { Draft, Target } from './request.fixture.ts'

const pick = (values: readonly string[], chance: number) => values[chance % values.length]

/** The path with what exists; with a bad id, one of the parameters is that, or somebody else's. */
export function pathOf(target: Target, draft: Draft, links: Links, others: Links): string {
  const bad = draft.intent === 'bad id' ? draft.chance % Math.max(target.params.length, 1) : -1
  return target.params.reduce((path, param, at) => {
    const theirs = pick(others.of(param), draft.chance)
    const own = pick(links.of(param), Math.floor(draft.chance / 10))
    const good = own === undefined ? draft.badId : encodeURIComponent(own)
    const wrong =
      theirs !== undefined && draft.chance % 3 === 0 ? encodeURIComponent(theirs) : draft.badId
    return path.replace(`{${param}}`, () => (at === bad ? wrong : good))
  }, target.path)
}

/** The value of a query, from what answers gave where they gave one. */
export function linked(
  name: string,
  value: string,
  target: Target,
  draft: Draft,
  links: Links,
): string {
  if (draft.intent === 'bad query') return value
  const known =
    name === 'iterator' || name === 'cursor' ? links.iteratorsOf(target.path) : links.of(name)
  const found = pick(known, draft.chance)
  return found === undefined ? value : encodeURIComponent(found)
}

const oddKeys = ['k1', 'k2', 'k1', 'auto_1', 'x'.repeat(300), '']

/** The headers that a draft asks for besides the sender's. */
export function headersOf({ method }: Target, { payload, chance }: Draft): Record<string, string> {
  const key = oddKeys[chance % oddKeys.length]
  const type = chance % 41 === 0 ? 'text/plain' : 'application/json'
  return {
    ...(payload !== undefined && { 'content-type': type }),
    ...(method === 'POST' && chance % 9 === 0 && key !== undefined && { 'idempotency-key': key }),
  }
}
