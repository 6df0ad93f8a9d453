import * as z from 'zod/mini'
import { invalid } from './errors.ts'

/** Writes and reads the cursors of one list. */
export type CursorOf<Place> = {
  write(place: Place): string
  /** @throws 422 for a text that this list never wrote */
  read(text: string): Place
}

/** The refusal of a cursor that does not belong to this list. */
export const noSuchPlace = () =>
  invalid(['query', 'cursor'], 'Not a place in this list', 'invalid_iterator')

/**
 * The cursors of a list: the place where a page ends, as base64url of JSON. What comes back is checked
 * against `schema` before it reaches SQL, because anyone can write a cursor.
 */
export function cursorOf<Schema extends z.core.$ZodType>(
  schema: Schema,
): CursorOf<z.output<Schema>> {
  return {
    write: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
    read: (text) => {
      const result = z.safeParse(schema, valueIn(text))
      if (!result.success) throw noSuchPlace()
      return result.data
    },
  }
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
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
