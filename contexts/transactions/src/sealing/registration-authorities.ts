import { readFileSync } from 'node:fs'

let codes: ReadonlySet<string> | undefined

/** Whether a code such as `RA000585` is on GLEIF's list of registration authorities; `data/SOURCE.md` says of when. */
export function isAuthority(code: string): boolean {
  const file = new URL('../../data/registration-authorities.txt', import.meta.url)
  codes ??= new Set(readFileSync(file, 'utf8').split('\n'))
  return code !== '' && codes.has(code)
}
