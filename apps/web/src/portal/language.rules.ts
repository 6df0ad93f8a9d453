import type { Language } from '../ui/language.ts'

const known: readonly Language[] = ['en', 'de', 'ja']

/** The language that the address asks for, else the first of the browser’s that we have, else English. */
export function languageOf(asked: string | null, browser: readonly string[]): Language {
  for (const wanted of [asked ?? '', ...browser]) {
    const [name] = wanted.toLowerCase().split('-')
    const found = known.find((one) => one === name)
    if (found) return found
  }
  return 'en'
}
