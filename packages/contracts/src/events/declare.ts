import * as z from 'zod/mini'
import { Did } from '../common.ts'

/** The fields of an event's payload, by name. */
type Fields = Readonly<Record<string, z.ZodMiniType>>

/** One kind of event, as its context declares it. */
type Declaration<F extends Fields> = {
  /** One sentence for whoever chooses which events an endpoint receives. */
  readonly description: string
  /** Raised when a field is removed or changes its meaning; a new optional field keeps it. */
  readonly version: number
  /** The field that names what the event is about: events of one object are handed over in order. */
  readonly object: keyof F & string
  /** Ids and codes only, never personal data: payloads leave the desk. */
  readonly fields: F
  /** At least one payload, shown in the documentation. */
  readonly examples: readonly [z.input<z.ZodMiniObject<F>>, ...z.input<z.ZodMiniObject<F>>[]]
}

/** A declared event. */
export type DeclaredEvent = {
  readonly name: string
  readonly description: string
  readonly version: number
  readonly object: string
  /** What the writer supplies. A field that is not declared is refused. */
  readonly payload: z.ZodMiniObject
  /** What receivers get: the writer's fields, with `type`, `vaspDID` and `sequence`. */
  readonly wire: z.ZodMiniObject
  readonly examples: readonly Readonly<Record<string, unknown>>[]
}

type Declared<Name, F extends Fields> = DeclaredEvent & {
  readonly name: Name
  readonly payload: z.ZodMiniObject<F, z.core.$strict>
}

/** Declares an event. Type, company and sequence are added to the fields and to the examples. */
export function declareEvent<const Name extends string, F extends Fields>(
  name: Name,
  { fields, examples, ...about }: Declaration<F>,
): Declared<Name, F> {
  const wired = examples.map((payload, at) => ({
    ...envelope(name, 'did:ethr:0x51a4f0c3', at + 1),
    ...payload,
  }))
  return {
    ...about,
    name,
    payload: z.strictObject(fields),
    wire: z
      .object({ type: z.literal(name), vaspDID: Did, sequence: Sequence, ...fields })
      .check(z.meta({ description: about.description, examples: wired })),
    examples: wired,
  }
}

/** What every payload begins with. */
export const envelope = (type: string, vaspDID: string, sequence: number) => ({
  type,
  vaspDID,
  sequence,
})

const Sequence = z.int().check(
  z.positive(),
  z.meta({
    description:
      'The event’s position among all your company’s events. Of two events about one object, the one with the greater sequence is newer, whatever order they arrive in.',
  }),
)
