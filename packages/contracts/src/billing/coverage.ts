/** What a plan covers so many of at any one time. */
export const countedThings = [
  'rules',
  'api_credentials',
  'webhook_endpoints',
  'sub_entities',
] as const
export type CountedThing = (typeof countedThings)[number]

const nouns: Readonly<Record<CountedThing, readonly [one: string, many: string]>> = {
  rules: ['rule', 'rules'],
  api_credentials: ['API credential', 'API credentials'],
  webhook_endpoints: ['webhook endpoint', 'webhook endpoints'],
  sub_entities: ['subsidiary', 'subsidiaries'],
}

/**
 * Why a company can’t have one more of something: `Your plan covers 2 webhook endpoints. …`; undefined: it can.
 * @param most what its plan covers; null for any number
 * @param has how many it has
 */
export function planRefusal(
  what: CountedThing,
  most: number | null,
  has: number,
): string | undefined {
  if (most === null || has < most) return undefined
  const [one, many] = nouns[what]
  const covered = most === 0 ? `no ${many}` : `${most} ${most === 1 ? one : many}`
  return `Your plan covers ${covered}. Choose another plan to have more.`
}
