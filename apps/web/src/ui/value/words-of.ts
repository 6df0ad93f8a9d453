import { t } from '../language.ts'
/** The error in plain words, without the number that API errors start with. */
export function wordsOf(problem: unknown): string {
  // Without an answer the browser has only words of its own, another in each browser.
  if (problem instanceof TypeError) return t('The server can’t be reached. Check your connection.')
  const words = problem instanceof Error ? problem.message : problem
  if (typeof words !== 'string') return t('That didn’t work. Try again.')
  return words.replace(/^error code \d+: /, '')
}
