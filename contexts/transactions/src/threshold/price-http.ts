import type { Egress } from '@countersign/kit/egress'
import { recent } from '@countersign/kit/recent'
import { Big } from 'big.js'
import * as z from 'zod/mini'
import type { FxSource, PriceSource, Quote } from './price.ts'

/** Where to ask. */
export type HttpSourceOptions = {
  /** With `{what}` (a CAIP-19 id or a currency) and, where the source has history, `{at}`. */
  readonly url: string
  /** As it is stored with each price. */
  readonly source: string
  /** Name, value, name, value…, such as a key. */
  readonly headers?: readonly string[]
  readonly egress: Pick<Egress, 'send'>
  /** Of answers that do not say when they were so. */
  readonly clock: () => number
}

const longestMs = 2_000
const keptMs = 60_000

/** What a source answers: the value, as text or number, and when it was so. */
const Answer = z.object({
  value: z.union([z.string().check(z.maxLength(100)), z.number()]),
  at: z.optional(z.iso.datetime()),
})

/**
 * Asks a source over HTTP through the guarded egress: at most 2 s, its answers kept for 60 s. Whatever goes
 * wrong is null: a transfer waits for no price.
 */
export function httpSource(options: HttpSourceOptions): PriceSource & FxSource {
  const kept = recent<Quote>({ ms: keptMs })
  const hasHistory = options.url.includes('{at}')
  const ask = async (what: string, at: Date): Promise<Quote | null> => {
    // Without history one answer serves every time; with it, each minute has its own.
    const minute = hasHistory ? Math.floor(at.getTime() / 60_000) : 0
    const asOf = hasHistory ? at : new Date(options.clock())
    return (await kept.get(`${minute} ${what}`, () => load(options, what, asOf))) ?? null
  }
  return { quote: ask, rate: ask }
}

async function load(
  { url, source, headers = [], egress }: HttpSourceOptions,
  what: string,
  at: Date,
): Promise<Quote | undefined> {
  const { status, body, truncated } = await egress.send({
    method: 'GET',
    url: url
      .replaceAll('{what}', encodeURIComponent(what))
      .replaceAll('{at}', encodeURIComponent(at.toISOString())),
    headers: ['accept', 'application/json', ...headers],
    body: '',
    timeoutMs: longestMs,
  })
  if (status !== 200 || truncated) return undefined
  const answer = Answer.safeParse(parsed(body.toString('utf8')))
  if (!answer.success) return undefined
  const value = amountOf(answer.data.value)
  return value === undefined
    ? undefined
    : { value, source, at: answer.data.at ? new Date(answer.data.at) : at }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Above zero and of a sane size, without exponent. */
function amountOf(value: string | number): string | undefined {
  if (!/^\d+(\.\d+)?(e[+-]?\d{1,2})?$/.test(String(value))) return undefined
  const amount = new Big(value)
  return amount.gt(0) && amount.lt('1e30') ? amount.toFixed() : undefined
}
