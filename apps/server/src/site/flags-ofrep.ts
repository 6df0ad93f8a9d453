import {
  FlagNotFoundError,
  GeneralError,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  TypeMismatchError,
} from '@openfeature/server-sdk'
import { z } from 'zod'

type Settings = {
  /** Without the `/ofrep` of the protocol. */
  readonly url: string
  readonly key: string | undefined
  readonly clock: () => number
}

const Answer = z.object({
  value: z.json(),
  variant: z.string().optional(),
  reason: z.string().optional(),
})

/**
 * Flags of any service that speaks the OpenFeature remote evaluation protocol. It tells the service
 * nothing of people: the deployment is what is evaluated.
 */
export function ofrepProvider({ url, key, clock }: Settings): Provider {
  let pausedUntil = 0

  async function ask(flag: string): Promise<z.infer<typeof Answer>> {
    if (clock() < pausedUntil) throw new GeneralError('The flag service asked to wait')
    const address = `${url.replace(/\/$/, '')}/ofrep/v1/evaluate/flags/${encodeURIComponent(flag)}`
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ context: { targetingKey: 'countersign' } }),
      signal: AbortSignal.timeout(2000),
    })
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after'))
      pausedUntil = clock() + (seconds > 0 ? seconds * 1000 : 60_000)
    }
    if (response.status === 404) throw new FlagNotFoundError(`No flag ${flag}`)
    if (!response.ok) throw new GeneralError(`The flag service answered ${response.status}`)
    return Answer.parse(await response.json())
  }

  async function resolve<T extends JsonValue>(
    flag: string,
    is: (value: unknown) => value is T,
  ): Promise<ResolutionDetails<T>> {
    const { value, variant, reason } = await ask(flag)
    if (!is(value)) throw new TypeMismatchError(`The flag ${flag} has another type`)
    return { value, ...(variant && { variant }), ...(reason && { reason }) }
  }

  return {
    metadata: { name: 'ofrep' },
    runsOn: 'server',
    resolveBooleanEvaluation: (flag) => resolve(flag, (value) => typeof value === 'boolean'),
    resolveStringEvaluation: (flag) => resolve(flag, (value) => typeof value === 'string'),
    resolveNumberEvaluation: (flag) => resolve(flag, (value) => typeof value === 'number'),
    resolveObjectEvaluation: <T extends JsonValue>(flag: string) =>
      resolve(flag, (value): value is T => typeof value === 'object' && value !== null),
  }
}
