import type { Planted } from './faults.ts'

/** Faults that change nothing that anybody could see, by file and what is replaced, with the reason. */
const equivalent: readonly (readonly [file: RegExp, text: RegExp, reason: string])[] = [
  [
    /\/asset\/address-checksum\.rules\.ts$/,
    /^(128|<=)$/,
    'No text of 64 characters is as few bytes as an address: the bound only saves time',
  ],
  [
    /\/import\/savepoint\.store\.ts$/,
    /^await sql`release savepoint/,
    'A savepoint of the same name hides the one before it, and the end of the transaction releases all',
  ],
  [
    /\/credential\/machine\.ts$/,
    /^header\('authorization'\) \?\? ''$/,
    'No header reads as the text “undefined”, which begins with no “bearer” either',
  ],
  [
    /\/message\/list\.store\.ts$/,
    /^\.where\('id', '(>=|<)', `msg_/,
    'Ids begin with their times, which are asked for too: this only spares rows',
  ],
  [
    /\/(comment|view)\.store\.ts$/,
    /^rows\.at\(-1\)\?\.id \?\? null$/,
    'It is asked of a full page alone, and that has a last row',
  ],
]

/** Whether a fault is none. */
export const isEquivalent = ({ file, text }: Planted): boolean =>
  equivalent.some(([files, texts]) => files.test(file) && texts.test(text))
