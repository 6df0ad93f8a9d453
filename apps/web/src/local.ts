import * as z from 'zod/mini'

/**
 * Everything that this browser keeps in local storage, with the shape of each (specification §9).
 * What does not fit its shape is as good as absent.
 */
const shapes = {
  activeVasp: z.string().check(z.startsWith('did:')),
} as const

type Key = keyof typeof shapes

/** What is kept under a key, or null. */
export function readLocal<K extends Key>(key: K): z.output<(typeof shapes)[K]> | null {
  try {
    const result = z.safeParse(shapes[key], localStorage.getItem(key))
    return result.success ? result.data : null
  } catch {
    // Storage may be forbidden (private windows); the page works without it.
    return null
  }
}

/** Keeps a value, or forgets it with null. */
export function writeLocal<K extends Key>(key: K, value: z.input<(typeof shapes)[K]> | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // See `readLocal`.
  }
}
