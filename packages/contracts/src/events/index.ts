import * as z from 'zod/mini'
import { billingEvents } from './billing.ts'
import type { DeclaredEvent } from './declare.ts'
import { transactionEvents } from './transactions.ts'
import { trustEvents } from './trust.ts'

export { type DeclaredEvent, envelope } from './declare.ts'

const declared = [...trustEvents, ...transactionEvents, ...billingEvents] as const

/** Every event of the product. The catalogue, the writers' types and the documentation come from here. */
export const events: readonly DeclaredEvent[] = declared

/** The name of an event, such as `vasp.updated`. */
export type EventName = (typeof declared)[number]['name']

type PayloadOf<Name extends EventName> = z.input<
  Extract<(typeof declared)[number], { name: Name }>['payload']
>

/** Something that happened to a company. */
export type Event = {
  [Name in EventName]: {
    readonly type: Name
    /** The DID of the company whose webhooks hear of it. */
    readonly company: string
    readonly payload: PayloadOf<Name>
    readonly at: Date
  }
}[EventName]

const byName = new Map(events.map((event) => [event.name, event]))

/** The declaration of an event, or undefined when there is none of this name. */
export const findEvent = (name: string): DeclaredEvent | undefined => byName.get(name)

/** An event's payload as receivers get it, in JSON Schema draft 7, which the webhook service stores. */
export const schemaOf = ({ wire }: DeclaredEvent) => {
  const { $schema: _, ...schema } = z.toJSONSchema(wire, { target: 'draft-7', io: 'input' })
  return schema
}
