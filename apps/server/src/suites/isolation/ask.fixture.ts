import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Target } from '../fuzz/request.fixture.ts'
import { companyField, holdsDid } from '../product-fields.fixture.ts'
import { signedIn } from '../session.fixture.ts'
import { canaryForm, type Place, type Readers } from './columns.fixture.ts'
import { absentDid, type isolationHouse, outsiderDid, victimDid } from './house.fixture.ts'
import { draftOf, type Exchange, exchange, leaves } from './isolation.fixture.ts'
import { aimedAt } from './victim.fixture.ts'

/** What a stranger may not learn. */
export type Guarded = {
  /** Whole texts that stand in the company's rows alone. */
  readonly secrets: ReadonlySet<string>
  /** Canaries, wherever they stand in an answer: their place and who may read it. */
  readonly canaries: ReadonlyMap<string, Place>
}

/** The operations with the other company wherever a field holds one, with the asker's own, with none. */
export const theirs = aimedAt(victimDid)
export const mine = aimedAt(outsiderDid)
const absent = aimedAt(absentDid)

// By request, since the workers of the house ask the database too.
const counting = new AsyncLocalStorage<{ statements: number }>()
const query: unknown = pg.Client.prototype.query
if (typeof query !== 'function') throw new Error('The driver has changed')
Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...given: unknown[]) {
  const counted = counting.getStore()
  if (counted) counted.statements++
  return Reflect.apply(query, this, given)
})

/** Whoever is of no company that works in the network reads what anyone reads. */
const readersFor = (subject: string): readonly Readers[] =>
  /^nobody$|-(nowhere|removed)$/.test(subject) ? ['anyone'] : ['anyone', 'network']

const restore = `update identity.membership set ended_at = null where vasp_did = '${outsiderDid}'`

/** What is opaque in an answer, such as a cursor, may still be read. */
const opened = (text: string): string =>
  [...text.matchAll(/[\w+/-]{24,}/g)]
    .map(([word]) => Buffer.from(word, 'base64url').toString('latin1'))
    .join(' ')

type Answer = Exchange & { readonly statements: number }

const told = ({ request, status, body, statements: asked }: Answer) =>
  `${request.slice(0, 200)} → ${status} ${body.slice(0, 200)} (${asked} statements)`

/** Whether two refusals are the same but for what was asked for, and the same work for the database. */
function isSame(one: Answer, other: Answer, ids: readonly string[]): boolean {
  const plain = ({ status, text, statements: asked }: Answer) =>
    `${status} ${asked} ${ids.reduce((all, id) => all.replaceAll(id, 'ID'), text)}`
  return one.status < 400 ? one.status === other.status : plain(one) === plain(other)
}

/** Asks the product as people, and says what is wrong with its answers to strangers. */
export function asker(house: Awaited<ReturnType<typeof isolationHouse>>, guarded: Guarded) {
  const cookies = new Map<string, string>()
  let allowed = 0
  async function cookieOf(subject: string): Promise<object> {
    if (subject === 'nobody') return {}
    const cookie = cookies.get(subject) ?? (await signedIn(house.databaseUrl, subject))
    cookies.set(subject, cookie)
    return { cookie }
  }

  /** Asks as this person; `path` is the DID in the path, the target's own drafts hold the others. */
  async function ask(subject: string, target: Target, path: string, seed = 5, object = 'none') {
    const draft = draftOf(target, seed)
    const headers = { 'x-user-agent': 'test', ...(await cookieOf(subject)) }
    const count = { statements: 0 }
    const call = {
      ...{ target, draft, query: draft.query.map((pair) => pair.join('=')).join('&') },
      ids: (param: string) => (holdsDid(target, param) ? path : object),
      headers,
    }
    const done = await counting.run(count, () => exchange(house.product.app, call))
    if (done.status < 300) allowed++
    // Some operations end the session they come in, or give it another id; others end a role.
    if (/logout|session|switch|leave/i.test(target.id)) cookies.delete(subject)
    if (done.status < 300 && /leave|remove|roles/i.test(target.id)) await house.owner.query(restore)
    return { ...done, ...count }
  }

  /** What an answer holds that is not for this reader, and that was not in the question. */
  function leaksOf(subject: string, { request, text, body }: Exchange): string[] {
    const asked = request.replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)
    const words = (() => {
      try {
        return leaves(JSON.parse(body))
      } catch {
        return [...guarded.secrets].filter((secret) => body.includes(secret))
      }
    })()
    const may = readersFor(subject)
    const marks = `${text} ${opened(text)}`.match(canaryForm) ?? []
    return [
      ...new Set([
        ...words.filter((word) => guarded.secrets.has(word) && !asked.includes(word)),
        ...marks.flatMap((mark) => {
          const [place, readers = 'own'] = guarded.canaries.get(mark) ?? []
          return place && !may.includes(readers) && !asked.includes(mark) ? [place] : []
        }),
      ]),
    ]
  }

  function faultsOf(subject: string, done: Answer): string[] {
    const leaks = leaksOf(subject, done)
    return [
      ...(leaks.length > 0
        ? [`${subject} sees ${leaks.slice(0, 5).join(', ')}: ${told(done)}`]
        : []),
      ...(done.status >= 500 && done.status !== 503 && done.status !== 501
        ? [`${subject}: ${told(done)}`]
        : []),
    ]
  }

  /** In what what is denied looks unlike what is absent, and what is wrong with it by itself. */
  async function compared(
    subject: string,
    denied: () => Promise<Answer>,
    missing: () => Promise<Answer>,
    ids: readonly string[],
  ): Promise<string[]> {
    const first = await denied()
    const wrong = faultsOf(subject, first)
    // The first may have changed something of the asker's own, and now and then a session is written down.
    for (let tries = 0, one = first; ; tries++, one = await denied()) {
      const other = await missing()
      if (isSame(one, other, ids)) return wrong
      if (tries === 2)
        return [...wrong, `${subject} tells it from absent: ${told(one)} and ${told(other)}`]
    }
  }

  /** What is wrong when a stranger asks for the company itself. */
  async function wrongAtTheDoor(subject: string, n: number): Promise<string[]> {
    const [target, none] = [theirs[n], absent[n]]
    if (!target || !none) return []
    const denied = () => ask(subject, target, victimDid)
    if (companyField(target) === undefined) return faultsOf(subject, await denied())
    let status = 0
    const noted = async () => {
      const done = await denied()
      status = done.status
      return done
    }
    const missing = () => ask(subject, none, absentDid)
    const wrong = await compared(subject, noted, missing, [victimDid, absentDid])
    const isRefused = status === (subject === 'nobody' ? 401 : 403)
    return isRefused ? wrong : [...wrong, `${subject} not refused: ${target.id} ${status}`]
  }
  /** What is wrong when a stranger asks for the company with a question that no schema takes. */
  async function wrongWhenGarbled(subject: string, n: number): Promise<string[]> {
    const target = theirs[n]
    if (!target) return []
    const field = companyField(target)
    const named = field !== undefined && !target.params.includes(field) && { [field]: victimDid }
    const done = await exchange(house.product.app, {
      ...{ target, draft: draftOf(target, 5), ids: (p) => (holdsDid(target, p) ? victimDid : '?') },
      query: new URLSearchParams({ ...named, per_page: '-1', limit: 'x', cursor: '?' }).toString(),
      ...(target.method !== 'GET' && { payload: JSON.stringify({ ...named, garbled: true }) }),
      headers: { 'x-user-agent': 'test', ...(await cookieOf(subject)) },
    })
    return done.status === 403 ? [] : [`${subject}: ${told({ ...done, statements: 0 })}`]
  }
  return {
    ask,
    leaksOf,
    faultsOf,
    compared,
    wrongAtTheDoor,
    wrongWhenGarbled,
    allowed: () => allowed,
  }
}

const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const nextSign = (sign: string) => {
  const signs = alphabets.find((one) => one.includes(sign)) ?? sign
  return signs.charAt((signs.indexOf(sign) + 1) % signs.length)
}

/** An id of the same form that names nothing; two ids give two, since a request may hold both. */
export const absentLike = (id: string) => {
  const [, start = '', rest = ''] = /^([a-z]+:\/\/|[a-z]+_)?(.*)$/.exec(id) ?? []
  return `${start}${rest.replaceAll(/[0-9a-zA-Z](?=[\w-]{0,11}$)/g, nextSign)}`
}

/** Bytes of an address as text; what is no UTF-8 stays as it was asked. */
function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}
