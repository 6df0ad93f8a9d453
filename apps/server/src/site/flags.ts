import { randomUUID } from 'node:crypto'
import type { Flags } from '@countersign/contracts/site'
import type { Logger } from '@countersign/kit/log'
import { InMemoryProvider, OpenFeature, type Provider } from '@openfeature/server-sdk'
import type { Config } from '../config.ts'
import { ofrepProvider } from './flags-ofrep.ts'

/** The deployment's switches. */
export type FlagReader = {
  /** As last known, at once. */
  current(): Flags
  /** As known now; waits for the flag service only where nothing is known yet. */
  read(): Promise<Flags>
  /** After what is being asked now. */
  settled(): Promise<Flags>
}

type Deps = {
  readonly config: Config
  readonly clock: () => number
  readonly log: Pick<Logger, 'warn'>
}

const freshMs = 30_000

/** Reads flags through OpenFeature. What the configuration pins is never asked for; failures mean off. */
export function createFlags({ config, clock, log }: Deps): FlagReader {
  const { FLAGS_PINNED: pinned, OFREP_URL: url, OFREP_KEY: key } = config
  const provider: Provider =
    config.FLAGS === 'ofrep' && url
      ? ofrepProvider({ url, key, clock })
      : new InMemoryProvider(Object.fromEntries(Object.entries(pinned).map(inMemory)))
  // The API holds its providers by name for the whole process; each product has its own.
  const domain = randomUUID()
  OpenFeature.setProvider(domain, provider)
  const client = OpenFeature.getClient(domain)

  let known: Flags = { dashboardIdleUserLogout: pinned.dashboardIdleUserLogout ?? false }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Flags> | undefined

  const evaluate = async (name: keyof Flags): Promise<boolean> => {
    const fixed = pinned[name]
    if (fixed !== undefined) return fixed
    const { value, errorCode } = await client.getBooleanDetails(name, false)
    if (errorCode && config.FLAGS === 'ofrep')
      log.warn({ event: 'flag_unknown', flag: name, code: errorCode })
    return value
  }
  const refresh = async (): Promise<Flags> => {
    known = { dashboardIdleUserLogout: await evaluate('dashboardIdleUserLogout') }
    readAt = clock()
    return known
  }
  const read = (): Promise<Flags> => {
    if (clock() - readAt < freshMs) return Promise.resolve(known)
    const first = readAt === Number.NEGATIVE_INFINITY
    reading ??= refresh().finally(() => {
      reading = undefined
    })
    return first ? reading : Promise.resolve(known)
  }
  return {
    read,
    settled: async () => (await reading) ?? known,
    current: () => {
      void read()
      return known
    },
  }
}

const inMemory = ([name, on]: [string, boolean]) => [
  name,
  { variants: { on: true, off: false }, defaultVariant: on ? 'on' : 'off', disabled: false },
]
