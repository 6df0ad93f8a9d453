import type { WizardState } from '../browser/index.ts'

type Chosen = WizardState['documents'][number]

// What is in a file stays in this page and nowhere else: the next person at this machine finds nothing.
const held = new Map<string, File>()

const keyOf = ({ name, size }: { name: string; size: number }) => `${size} ${name}`

/** Keeps files until they are sent. */
export function holdFiles(files: readonly File[]): void {
  for (const file of files) held.set(keyOf(file), file)
}

/** The file itself; undefined after a reload, when it has to be chosen again. */
export const heldFile = (chosen: Chosen): File | undefined => held.get(keyOf(chosen))

/** Lets a file go. */
export const dropFile = (chosen: Chosen): boolean => held.delete(keyOf(chosen))

/** Whether both are the same file. */
export const isSameFile = (a: { name: string; size: number }, b: typeof a): boolean =>
  keyOf(a) === keyOf(b)
