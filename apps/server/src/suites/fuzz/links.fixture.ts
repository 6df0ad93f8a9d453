import type { Target } from './request.fixture.ts'

/** What exists in one sequence of requests: the values for parameters, by the parameter's name. */
export type Links = {
  /** Names under which something can be addressed that was created or listed. */
  of(param: string): readonly string[]
  iteratorsOf(path: string): readonly string[]
  /** Takes the ids out of a success. */
  learn(target: Target, body: string): void
  add(param: string, value: string): void
  /** From here on this is the only one of its kind. */
  only(param: string, value: string): void
}

const most = 12

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const read = (value: unknown, key: string): unknown =>
  isTree(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

/** The parameter that names one thing of the list at `path`, e.g. `app_id` for `/app`. */
export function paramsByList(targets: readonly Target[]): ReadonlyMap<string, string> {
  return new Map(
    targets.flatMap(({ path }) => {
      const [, list, param] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? []
      return list !== undefined && param !== undefined ? [[list, param] as const] : []
    }),
  )
}

/** Links from answers to later requests, found by how the document's paths continue each other. */
export function createLinks(targets: readonly Target[]): Links {
  const listed = paramsByList(targets)
  const names = new Map<string, string[]>()
  const iterators = new Map<string, string[]>()
  // Other answers name things too, e.g. a list of attempts their messages.
  const byPrefix = new Map(
    targets.flatMap(({ path, iteratorPrefix }) => {
      const param = listed.get(path)
      return param !== undefined && iteratorPrefix ? [[iteratorPrefix, param] as const] : []
    }),
  )

  const add = (kept: Map<string, string[]>, key: string, value: unknown) => {
    // Clients resolve `.` and `..` before they send, so nothing by that name can be addressed.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) return
    const before = kept.get(key) ?? []
    if (!before.includes(value)) kept.set(key, [...before, value].slice(-most))
  }

  const learnOne = (param: string | undefined, item: unknown) => {
    const id =
      param === undefined
        ? undefined
        : (read(item, param) ?? read(item, 'id') ?? read(item, 'name'))
    if (param !== undefined) {
      add(names, param, id)
      add(names, param, read(item, 'uid') ?? read(item, 'eventId'))
    }
    for (const key of ['id', 'msgId', 'endpointId']) {
      const other = read(item, key)
      const known = byPrefix.get(/^[a-z]+_/.exec(String(other))?.[0] ?? '')
      if (known !== undefined && known !== param) add(names, known, other)
    }
  }

  return {
    of: (param) => names.get(param) ?? [],
    iteratorsOf: (path) => iterators.get(path) ?? [],
    add: (param, value) => add(names, param, value),
    only: (param, value) => {
      names.set(param, [value])
    },
    learn: ({ path, method }, text) => {
      if (text === '') return
      const body: unknown = JSON.parse(text)
      const own = method === 'POST' || method === 'GET' ? listed.get(path) : undefined
      const ending = /\{(\w+)\}$/.exec(path)?.[1]
      const lists = isTree(body) ? Object.values(body).filter(Array.isArray).flat() : []
      for (const item of [body, ...lists]) learnOne(own ?? ending, item)
      add(iterators, path, read(body, 'iterator'))
      add(iterators, path, read(body, 'prevIterator'))
      add(iterators, path, read(read(body, 'pagination'), 'next'))
    },
  }
}
