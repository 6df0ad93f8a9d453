import type { Chat } from '@countersign/contracts/site'
import { addScript, callGlobal } from './script.ts'
import type { ChatPerson, ChatWidget } from './vendor.ts'

/** Intercom, by its documented snippet: calls wait in a queue until its script takes over. */
export function start({ appId, script }: Chat, person: ChatPerson | null): ChatWidget {
  const queue: unknown[][] = []
  const stub = Object.assign((...values: unknown[]) => queue.push(values), {
    q: queue,
    c: (values: unknown[]) => queue.push(values),
  })
  Reflect.set(globalThis, 'Intercom', stub)
  const settings = {
    app_id: appId,
    ...(person && { email: person.email, user_id: person.id }),
    ...(person?.token && { intercom_user_jwt: person.token }),
  }
  Reflect.set(globalThis, 'intercomSettings', settings)
  callGlobal('Intercom', 'boot', settings)
  addScript(script)
  return { stop: () => callGlobal('Intercom', 'shutdown') }
}
