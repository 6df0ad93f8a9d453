import * as z from 'zod/mini'

/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

const key: unique symbol = Symbol('JSON text')

/**
 * A JSON value kept as its text. No parsed body can hold one: the mark is a symbol, which JSON
 * cannot spell.
 */
export type RawJson = { readonly [key]: string }

/** Marks a text as a JSON value. It is sent as it stands, so it must be valid JSON. */
export const rawJson = (text: string): RawJson => ({ [key]: text })

/** The text of a raw JSON value. */
export const rawText = (value: RawJson): string => value[key]

/** True for what `rawJson` made. */
export const isRawJson = (value: unknown): value is RawJson =>
  typeof value === 'object' && value !== null && key in value

/**
 * A JSON object in a body: the client gives a plain object, the handler gets its text.
 * The operation must name the field in `raw`.
 */
export const RawObjectIn = (message: string) =>
  z
    .pipe(
      z.custom<JsonObject>((value) => isRawJson(value) && rawText(value).startsWith('{'), message),
      z.transform(
        (value: JsonObject): RawJson => (isRawJson(value) ? value : rawJson(JSON.stringify(value))),
      ),
    )
    .register(z.globalRegistry, { type: 'object' })

/** A JSON object in an answer: the handler gives its text, the client gets the object. */
export const RawObjectOut = z
  .pipe(
    z.custom<RawJson>(isRawJson),
    z.transform((value: RawJson): JsonObject => value),
  )
  .register(z.globalRegistry, { type: 'object' })
