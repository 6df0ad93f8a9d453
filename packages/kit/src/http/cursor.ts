import * as z from 'zod/mini'
import type { Vault } from '../vault.ts'
import { invalid } from './errors.ts'

/** Writes and reads the cursors of one list. */
export type CursorOf<Place> = {
  write(vault: Vault, place: Place): string
  /** @throws 422 for a text that this list never wrote, or that was altered since */
  read(vault: Vault, text: string): Place
}

/** The refusal of a cursor that does not belong to this list. */
export const noSuchPlace = () => invalid(['query', 'cursor'], 'Invalid cursor', 'invalid_iterator')

/**
 * The cursors of a list: the place where a page ends, sealed. A place holds values that the list is ordered
 * by; whoever could read or write them would learn more of a company than the list shows. What opens is
 * checked against `schema` all the same: an earlier release may have written it.
 */
export function cursorOf<Schema extends z.core.$ZodType>(
  list: string,
  schema: Schema,
): CursorOf<z.output<Schema>> {
  const belonging = `cursor of ${list}`
  return {
    write: (vault, place) => vault.seal(JSON.stringify(place), belonging),
    read: (vault, text) => {
      const result = z.safeParse(
        schema,
        valueIn(() => vault.open(text, belonging)),
      )
      if (!result.success) throw noSuchPlace()
      return result.data
    },
  }
}

function valueIn(open: () => string): unknown {
  try {
    return JSON.parse(open())
  } catch {
    return undefined
  }
}

/** A text in a cursor, as PostgreSQL can hold it. */
export const PlaceText = z
  .string()
  .check(z.refine((text) => !text.includes('\0') && text.isWellFormed()))

const timestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d)$/

/** Whether a text is an instant that PostgreSQL wrote (`timestamptz::text`), on a day that exists. */
export function isTimestamp(text: string): boolean {
  const [, day = '', time = '', , zone = ''] = timestamp.exec(text) ?? []
  const written = new Date(`${day}T${time}Z`)
  return (
    !Number.isNaN(written.getTime()) &&
    written.toISOString().startsWith(`${day}T${time}`) &&
    written.getUTCFullYear() > 0 &&
    Math.abs(Number(zone)) <= 14
  )
}

/** An instant in a cursor, spelt as PostgreSQL spells it. */
export const PlaceTimestamp = z.string().check(z.refine(isTimestamp))
