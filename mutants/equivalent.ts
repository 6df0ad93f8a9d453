import type { Planted } from './faults.ts'

/** Faults that change nothing that anybody could see, by file and what is planted, with the reason. */
const equivalent: readonly (readonly [file: RegExp, what: RegExp, reason: string])[] = []

/** Whether a fault is none. */
export const isEquivalent = ({ file, what }: Planted): boolean =>
  equivalent.some(([files, faults]) => files.test(file) && faults.test(what))
