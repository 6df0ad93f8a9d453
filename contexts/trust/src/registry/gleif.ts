import { fail } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import { LeiRecord } from './registry.rules.ts'
import { askUpstream, type UpstreamFetch } from './upstream.ts'

/** Where legal entity identifiers are looked up. */
export type Gleif = {
  /**
   * The record of an identifier whose check digits are right, or null.
   * @throws 502 or 503 when the index cannot answer
   */
  find(lei: string): Promise<LeiRecord | null>
}

const day = 86_400_000
/** How long the index is believed to know nothing of an identifier: new ones appear. */
const absence = 600_000
const most = 1_000

const Answer = z.object({ data: LeiRecord })

/** The index over HTTP. Records are kept for a day, and one question is asked once at a time. */
export function gleifOverHttp(options: {
  readonly baseUrl: string
  readonly clock: () => number
  readonly timeoutMs?: number
  readonly fetcher?: UpstreamFetch
}): Gleif {
  const { baseUrl, clock, timeoutMs = 8_000, fetcher } = options
  const known = new Map<string, { record: LeiRecord | null; until: number }>()
  const asking = new Map<string, Promise<LeiRecord | null>>()

  const ask = async (lei: string) => {
    const answer = await askUpstream({
      name: 'GLEIF',
      url: `${baseUrl.replace(/\/$/, '')}/lei-records/${encodeURIComponent(lei)}`,
      headers: { accept: 'application/vnd.api+json' },
      timeoutMs,
      fetcher,
    })
    const checked = answer === null ? undefined : z.safeParse(Answer, answer)
    // A record of another entity would be worse than none.
    if (checked && (!checked.success || checked.data.data.attributes.lei !== lei))
      throw fail(
        'bad_gateway',
        'GLEIF gave no usable response. Enter the details yourself or try again later.',
        { wire: 'UpstreamError' },
      )
    const record = checked?.data?.data ?? null
    if (known.size >= most) known.delete(known.keys().next().value ?? '')
    known.set(lei, { record, until: clock() + (record ? day : absence) })
    return record
  }

  return {
    find: (lei) => {
      const hit = known.get(lei)
      if (hit && hit.until > clock()) return Promise.resolve(hit.record)
      const running = asking.get(lei)
      if (running) return running
      known.delete(lei)
      const work = ask(lei).finally(() => asking.delete(lei))
      asking.set(lei, work)
      return work
    },
  }
}

/** A few records that came along, for where there is no way out. */
export function bundledGleif(records: unknown): Gleif {
  const parsed = z.array(LeiRecord).parse(records)
  const byLei = new Map(parsed.map((record) => [record.attributes.lei, record]))
  return { find: async (lei) => byLei.get(lei) ?? null }
}

/** Looking up is switched off. */
export const noGleif: Gleif = {
  find: async () => {
    throw fail('not_configured', 'GLEIF isn’t configured here. Enter the details yourself.', {
      wire: 'NotConfigured',
    })
  },
}
