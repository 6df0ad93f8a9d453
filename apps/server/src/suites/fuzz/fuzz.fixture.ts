import type { OpenapiDocument } from '@countersign/kit/openapi'
import { type Answer, answerFaults } from '@countersign/kit/testing-answers'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { headersOf, linked, pathOf } from './address.fixture.ts'
import { createLinks, type Links, paramsByList } from './links.fixture.ts'
import { follow, type Recipe, type Wire } from './recipe.fixture.ts'
import type { Intent, Target } from './request.fixture.ts'
import { issuesOf } from './run.fixture.ts'

/** Who calls in one sequence: headers, given what exists by then. */
export type Actor = (links: Links) => Promise<Readonly<Record<string, string>>>

/** What to fuzz. */
export type FuzzOptions = {
  readonly app: FastifyInstance
  /** What the answers are measured by. */
  readonly document: OpenapiDocument
  readonly targets: readonly Target[]
  /** The compatible service's operations: what is valid there must be valid here. */
  readonly theirs?: readonly Target[]
  readonly actor: (sequence: number) => Actor
  /** What is followed at the beginning of a sequence, one in each, and headers of those who follow it. */
  readonly recipes?: readonly Recipe[]
  readonly as?: (subject: string) => Promise<Readonly<Record<string, string>>>
  readonly seed: number
  /** How many requests at the least. */
  readonly requests: number
  /** Statuses of 500 and above that an operation may answer, e.g. where the test has no provider. */
  readonly away?: (target: Target, status: number) => boolean
}

/** One thing that was wrong, with the first request that showed it. */
export type Finding = {
  readonly what: string
  readonly times: number
  readonly sequence: number
  readonly request: string
  readonly answer: string
}

/** What came of it. */
export type FuzzReport = {
  readonly requests: number
  readonly seconds: number
  /** Answers that took more than a second, and the longest in milliseconds. */
  readonly slow: number
  readonly longestMs: number
  /** The operation of the longest. */
  readonly slowest: string
  readonly byStatus: Readonly<Record<string, number>>
  /** Operations that answered a success at least once. */
  readonly succeeded: ReadonlySet<string>
  readonly findings: readonly Finding[]
  /** `METHOD /path: status issue` of what the compatible service would have taken. */
  readonly narrower: ReadonlyMap<string, string>
}

const together = 6
const stepsOfSequence = 36
const normal = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const isItem = ({ path }: Target) => path.endsWith('}')

/**
 * Sends sequences of requests made from an OpenAPI document: something is created, then read, changed,
 * listed and asked for in every way there is, well and badly, then deleted and asked for again. Ids
 * go from answers into later requests.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { app, targets, seed } = options
  const undocumented = answerFaults(options.document)
  const faultsOf = (target: Target, answer: Answer) =>
    answer.statusCode >= 500 && !options.away?.(target, answer.statusCode)
      ? [`answers ${answer.statusCode}`]
      : undocumented(target, answer)
  const theirs = new Map(options.theirs?.map((one) => [`${one.method} ${normal(one.path)}`, one]))
  const listed = paramsByList(targets)
  const creators = targets.filter(({ method, path }) => method === 'POST' && listed.has(path))
  const getters = new Map(
    targets.filter(({ method }) => method === 'GET').map((one) => [one.path, one]),
  )
  const listers = new Map(
    targets.flatMap((one) => {
      const param = listed.get(one.path)
      return one.method === 'GET' && param !== undefined ? [[param, one] as const] : []
    }),
  )
  const byId = new Map(targets.map((one) => [one.id, one]))
  const found = new Map<string, Finding>()
  const narrower = new Map<string, string>()
  const byStatus: Record<string, number> = {}
  const succeeded = new Set<string>()
  // As errors: to write out where one comes from costs more than most answers.
  const causes = new Map<string, Error>()
  let requests = 0
  let slow = 0
  let longestMs = 0
  let slowest = ''
  let foreign: Links = createLinks(targets)
  app.addHook('onError', async (request, _, error) => {
    causes.set(request.id, error)
  })

  const note = (sequence: number, what: string, request: string, answer: Answer) => {
    const before = found.get(what)
    const error = causes.get(String(answer.headers['x-request-id']))
    const cause = String(error?.stack ?? error?.message ?? '').slice(0, 600)
    found.set(what, {
      what,
      times: (before?.times ?? 0) + 1,
      sequence: before?.sequence ?? sequence,
      request: before?.request ?? request.slice(0, 700),
      answer:
        before?.answer ??
        `${answer.statusCode} ${answer.body.slice(0, 500)}${answer.statusCode >= 500 ? `\n${cause}` : ''}`,
    })
  }

  async function ask({ target, url, payload }: Wire, headers: Readonly<Record<string, string>>) {
    const started = performance.now()
    const answer = await app.inject({
      method: target.method,
      url,
      headers: { ...headers },
      ...(payload !== undefined && { payload }),
    })
    const ms = performance.now() - started
    requests++
    if (ms > 1000) slow++
    if (ms > longestMs) [longestMs, slowest] = [ms, target.id]
    byStatus[answer.statusCode] = (byStatus[answer.statusCode] ?? 0) + 1
    if (answer.statusCode < 400) succeeded.add(target.id)
    return answer
  }

  async function sequence(number: number, wanted?: Target): Promise<void> {
    let step = 0
    const links = createLinks(targets)
    const others = foreign
    const actor = options.actor(number)
    const draw = <T>(values: fc.Arbitrary<T>): T => {
      const [value] = fc.sample(values, { seed: seed + number * 7919 + step++ * 31, numRuns: 1 })
      if (value === undefined) throw new Error('Nothing was drawn')
      return value
    }

    const send = async (
      target: Target,
      intent: Intent | 'bare',
      asTheirs?: Target,
    ): Promise<Answer> => {
      const draft = draw((asTheirs ?? target).drafts[intent === 'bare' ? 'valid' : intent])
      const path = pathOf(target, draft, links, others)
      // A cursor that nobody gave out is a fault; without one that was, the first page is asked for.
      const pairs = draft.query.filter(
        ([name]) =>
          name !== 'cursor' || intent === 'bad query' || links.iteratorsOf(target.path).length > 0,
      )
      const query = (intent === 'bare' ? [] : pairs).map(
        ([name, value]) => `${name}=${linked(name, value, target, draft, links)}`,
      )
      const slash = asTheirs || draft.chance % 7 === 0 ? '/' : ''
      const url = `${path}${slash}${query.length > 0 ? `?${query.join('&')}` : ''}`
      const headers = { ...(await actor(links)), ...headersOf(target, draft) }
      const answer = await ask({ target, url, payload: draft.payload }, headers)
      const { statusCode: status } = answer
      const text = `${target.method} ${url}  ${draft.payload ?? ''}  (${intent}${draft.fault ? `: ${draft.fault}` : ''})`
      for (const fault of faultsOf(target, answer))
        note(number, `${target.id} ${fault}`, text, answer)
      if (status < 400) {
        if (answer.body.startsWith('{')) links.learn(target, answer.body)
      } else if (
        asTheirs &&
        (status === 400 || status === 422) &&
        target.params.every((param) => links.of(param).length > 0)
      ) {
        const what = `${target.method} ${normal(target.path)}: ${status} ${issuesOf(answer.body)}`
        if (!narrower.has(what)) narrower.set(what, text.slice(0, 400))
      }
      causes.clear()
      return answer
    }

    const any = async (target: Target) => {
      const chance = draw(fc.nat({ max: 99 }))
      if (chance % 8 !== 0) await parents(target)
      const compatible = theirs.get(`${target.method} ${normal(target.path)}`)
      if (compatible && chance < 30) await send(target, 'valid', compatible)
      else if (chance < 50) await send(target, 'valid')
      else if (chance < 62) await send(target, 'edge')
      else if (chance < 84) await send(target, 'bad body')
      else if (chance < 92) await send(target, 'bad query')
      else await send(target, 'bad id')
    }

    /** Creates what the path names, as far as it is known how. */
    const parents = async (target: Target) => {
      for (const param of target.params) {
        const parent = creators.find(({ path }) => listed.get(path) === param)
        if (links.of(param).length > 0) continue
        if (parent) await create(parent)
        // What nobody creates may be listed, as attempts are.
        else await send(listers.get(param) ?? target, 'bare')
      }
    }

    const create = async (target: Target) => {
      await parents(target)
      for (let tries = 0; tries < 3; tries++)
        if ((await send(target, 'valid')).statusCode < 300) return
    }

    /** Deletes all of a kind that is known, by every name; each is gone then, and so is what it held. */
    const removeAll = async (creator: Target) => {
      const param = listed.get(creator.path) ?? ''
      const item = `${creator.path}/{${param}}`
      const remove = targets.find(({ method, path }) => method === 'DELETE' && path === item)
      const get = getters.get(item)
      if (!remove || !get) return
      for (const name of links.of(param)) {
        links.only(param, name)
        const gone = await send(remove, 'valid')
        if (gone.statusCode !== 204) continue
        let again = await send(get, 'valid')
        // Some tokens may not ask at all; whoever is next may.
        if (again.statusCode === 403) again = await send(get, 'valid')
        // An application's own token ends with it, and a company may have been disabled meanwhile.
        const isGone = again.statusCode === 404 || again.statusCode === 401
        if (!isGone && !/"archived":true|"name":"company_disabled"/.test(again.body))
          note(number, `${get.id} answers ${again.statusCode} after delete`, name, again)
      }
    }

    const { recipes = [] } = options
    const recipe = wanted
      ? recipes.find(({ id }) => id === wanted.id)
      : recipes[number % Math.max(recipes.length, 1)]
    const sendAs = async (as: string, wire: Wire, fault: string) => {
      const type = wire.type ?? (wire.payload === undefined ? undefined : 'application/json')
      const sender = (await options.as?.(as)) ?? {}
      const answer = await ask(wire, { ...sender, ...(type && { 'content-type': type }) })
      const text = `${wire.target.method} ${wire.url}  ${wire.payload ?? ''}  (${recipe?.id} as ${as}: ${fault})`
      for (const found of faultsOf(wire.target, answer))
        note(number, `${wire.target.id} ${found}`, text, answer)
      return answer.body
    }
    if (recipe) await follow(recipe, byId, sendAs, draw)
    // A filter's name may mean something else elsewhere, and get its values: so without filters, too.
    for (let tries = 0; wanted && tries < 12 && !succeeded.has(wanted.id); tries++)
      await send(wanted, tries % 2 === 0 ? 'valid' : 'bare')
    if (wanted) return

    const root = creators[number % Math.max(creators.length, 1)]
    if (root) await create(root)
    // In some there is one of everything, so that messages have somewhere to go.
    if (number % 3 === 0) {
      for (const creator of creators) await create(creator)
      for (const lister of listers.values()) await send(lister, 'bare')
    }
    const related = root
      ? targets.filter(({ path }) => path === root.path || path.startsWith(`${root.path}/`))
      : targets
    for (let n = 0; n < stepsOfSequence; n++) {
      const among = draw(fc.nat({ max: 9 })) < 5 ? related : targets
      const target = draw(fc.constantFrom(...among))
      // Else nothing would live long.
      const spare = target.method === 'DELETE' && isItem(target) && draw(fc.nat({ max: 9 })) > 0
      if (!spare) await any(target)
    }
    foreign = links
    if (root) await removeAll(root)
  }

  const started = performance.now()
  let next = 0
  const worker = async () => {
    while (requests < options.requests) await sequence(next++)
  }
  await Promise.all(Array.from({ length: together }, worker))
  // What nobody came to in all this is asked for by one after the other, undisturbed.
  for (const target of options.as ? targets : [])
    for (let tries = 0; tries < 8 && !succeeded.has(target.id); tries++)
      await sequence(next++, target)
  const seconds = (performance.now() - started) / 1000
  return {
    ...{ requests, seconds, slow, longestMs, slowest, byStatus, succeeded, narrower },
    findings: [...found.values()],
  }
}
