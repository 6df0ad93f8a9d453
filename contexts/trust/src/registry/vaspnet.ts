import { fail } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import { csvRows, type LicenceEntry, licenceEntry, licenceFields } from './registry.rules.ts'
import { askUpstream, type UpstreamFetch } from './upstream.ts'

/** Where licences are looked up. */
export type LicenceRegister = {
  /**
   * Entries by name, in one country or in all; 50 at the most.
   * @throws 501 without a register, 502 or 503 when it cannot answer
   */
  search(question: {
    readonly vaspName: string
    readonly countryCode?: string | undefined
  }): Promise<LicenceEntry[]>
}

const most = 50

/** There is no register here. */
export const noRegister: LicenceRegister = {
  search: async () => {
    throw fail('not_configured', 'VASPnet isn’t configured here. Enter the details yourself.', {
      wire: 'NotConfigured',
    })
  },
}

/** A register from a CSV file with the columns of `LicenceEntry`. @throws when it is not one */
export function registerFromCsv(text: string): LicenceRegister {
  const entries = csvRows(text).map((row, at) => {
    const entry = licenceEntry(row)
    if (!entry) throw new Error(`Line ${at + 2} of the register has no id, name or country`)
    return { entry, words: `${entry.name} ${entry.legalName ?? ''}`.toLowerCase() }
  })
  return {
    search: async ({ vaspName, countryCode }) =>
      entries
        .filter(
          ({ entry, words }) =>
            words.includes(vaspName.toLowerCase()) &&
            (countryCode === undefined || entry.countryCode === countryCode),
        )
        .slice(0, most)
        .map(({ entry }) => entry),
  }
}

const Answer = z.object({ vaspResults: z.array(z.record(z.string(), z.unknown())) })

/** A register over HTTP: `fields` says under which name it has each of ours. */
export function registerOverHttp(options: {
  readonly url: string
  readonly token: string
  readonly fields?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly fetcher?: UpstreamFetch
}): LicenceRegister {
  const { url, token, fields = {}, timeoutMs = 8_000, fetcher } = options
  return {
    search: async ({ vaspName, countryCode }) => {
      const address = new URL(url)
      address.searchParams.set('vaspName', vaspName)
      if (countryCode) address.searchParams.set('countryCode', countryCode)
      const answer = await askUpstream({
        name: 'VASPnet',
        url: address.href,
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        timeoutMs,
        fetcher,
      })
      if (answer === null) return []
      const checked = z.safeParse(Answer, answer)
      if (!checked.success)
        throw fail(
          'bad_gateway',
          'VASPnet gave no usable response. Enter the details yourself or try again later.',
          { wire: 'UpstreamError' },
        )
      return checked.data.vaspResults.slice(0, most).flatMap((row) => {
        const named = licenceFields.map((name) => [name, row[fields[name] ?? name]])
        return licenceEntry(Object.fromEntries(named)) ?? []
      })
    },
  }
}
