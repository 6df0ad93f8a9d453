/** Variables as lines of `NAME=value`; a line break in a value is `\n`. */
export const linesOf = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
    .join('\n')

/** The variables of such lines; null where a line has no name. */
export function variablesOf(lines: string): Record<string, string> | null {
  const pairs = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*([^=\s][^=]*?)\s*=(.*)$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(
    pairs.map((pair) => [
      pair?.[1] ?? '',
      (pair?.[2] ?? '').replace(/\\([\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')),
    ]),
  )
}
