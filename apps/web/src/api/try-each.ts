import { wordsOf } from '../ui/value/words-of.ts'

/**
 * Does the same with each, one after the other: one that fails keeps no other from its turn.
 * @returns those that failed, and an error that says why
 */
export async function tryEach<T>(
  list: Iterable<T>,
  nameOf: (one: T) => string,
  act: (one: T) => Promise<unknown>,
): Promise<{ failed: T[]; error: Error }> {
  const failed: T[] = []
  const lines = ['Some of them failed.']
  for (const one of list)
    await act(one).catch((failure: unknown) => {
      failed.push(one)
      lines.push(`${nameOf(one)}: ${wordsOf(failure)}`)
    })
  return { failed, error: new Error(lines.join('\n')) }
}
