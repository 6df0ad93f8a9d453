/**
 * How alike two names are. UNKNOWN: they are in no common script. Levels, not percentages: whoever decides
 * can say why.
 */
export const nameMatches = ['EXACT', 'SIMILAR', 'DIFFERENT', 'UNKNOWN'] as const
export type NameMatch = (typeof nameMatches)[number]

/** Whose name it is: what may be left out differs. */
export type NameKind = 'natural' | 'legal'

const letters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
}
const words = (text: string) => new Set(text.split(' '))
/** Titles of people and forms of companies, which come and go. */
const dropped: Readonly<Record<NameKind, ReadonlySet<string>>> = {
  natural: words('MR MRS MS MISS DR PROF SIR'),
  legal: words(
    'LTD LIMITED INC INCORPORATED LLC LLP LP CORP CORPORATION CO COMPANY GMBH AG KG SE SA SAS SARL SRL SPA AB AS ' +
      'ASA OY OYJ BV NV PTE PTY PLC KK SL',
  ),
}

/** @returns upper case without accents; `ß` is `SS`, `ı` is `I` */
const folded = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/[ÆŒØŁĐÐÞ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’ʼ.]/g, '')

/** The words of a name in Latin letters; null when it is in another script. */
function tokensOf(name: string, kind: NameKind): string[] | null {
  const text = folded(name)
  if (/[^\P{L}A-Z]/u.test(text)) return null
  const all = text.split(/[^A-Z0-9]+/).filter(Boolean)
  const kept = all.filter((token) => !dropped[kind].has(token))
  return kept.length > 0 ? kept : all
}

/** Levenshtein's distance: how many letters to change, add or take away. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}

const isInitial = (a: string, b: string) => a.length === 1 && b.startsWith(a)

/** Whether two words may be one: equal, an initial, or a slip or two in a long one. */
function mayBeOne(a: string, b: string): boolean {
  if (a === b || isInitial(a, b) || isInitial(b, a)) return true
  const shorter = Math.min(a.length, b.length)
  if (shorter < 4) return false
  return distance(a, b) <= (shorter < 8 ? 1 : 2)
}

/** Whether each word of the shorter name has a partner of its own in the longer one. */
function hasPartners(shorter: readonly string[], longer: readonly string[]): boolean {
  const taken = new Map<number, string>()
  const find = (token: string, tried: Set<number>): boolean =>
    longer.some((other, at) => {
      if (tried.has(at) || !mayBeOne(token, other)) return false
      tried.add(at)
      const before = taken.get(at)
      if (before !== undefined && !find(before, tried)) return false
      taken.set(at, token)
      return true
    })
  return shorter.every((token) => find(token, new Set()))
}

/** A name's letters in both orders of its words. */
const joins = (tokens: readonly string[]) => [tokens.join(''), tokens.toReversed().join('')]

/** @param a, b names as they were stated, in any script and order */
export function compareNames(a: string, b: string, kind: NameKind): NameMatch {
  const [ours, theirs] = [tokensOf(a, kind), tokensOf(b, kind)]
  const local = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')
  if (ours === null || theirs === null)
    return ours === theirs && local(a) === local(b) ? 'EXACT' : 'UNKNOWN'
  if (ours.length === 0 || theirs.length === 0) return 'UNKNOWN'
  const sorted = (tokens: readonly string[]) => tokens.toSorted().join(' ')
  const pairs = joins(ours).flatMap((one) => joins(theirs).map((two) => [one, two] as const))
  if (sorted(ours) === sorted(theirs) || pairs.some(([one, two]) => one === two)) return 'EXACT'
  const [shorter, longer] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const enough = shorter.length >= 2 || longer.length === 1
  const slips = pairs.some(
    ([one, two]) => distance(one, two) <= Math.floor(Math.min(one.length, two.length) / 7),
  )
  return slips || (enough && hasPartners(shorter, longer)) ? 'SIMILAR' : 'DIFFERENT'
}

/** The best match of several names of one person or company. */
export function bestMatch(
  stated: readonly string[],
  known: readonly string[],
  kind: NameKind,
): NameMatch {
  const found = new Set(stated.flatMap((a) => known.map((b) => compareNames(a, b, kind))))
  return (['EXACT', 'SIMILAR', 'DIFFERENT'] as const).find((match) => found.has(match)) ?? 'UNKNOWN'
}
