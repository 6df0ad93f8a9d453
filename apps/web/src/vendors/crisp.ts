import type { Chat } from '@countersign/contracts/site'
import { addScript } from './script.ts'
import type { ChatPerson, ChatWidget } from './vendor.ts'

/** Crisp, by its documented snippet: commands wait in a list until its script takes over. */
export function start({ appId, script }: Chat, person: ChatPerson | null): ChatWidget {
  const queue: unknown[] = []
  Reflect.set(globalThis, '$crisp', queue)
  Reflect.set(globalThis, 'CRISP_WEBSITE_ID', appId)
  if (person)
    queue.push(['set', 'user:email', person.token ? [person.email, person.token] : [person.email]])
  addScript(script)
  return {
    stop: () => {
      const commands: unknown = Reflect.get(globalThis, '$crisp')
      if (typeof commands !== 'object' || commands === null) return
      const push: unknown = Reflect.get(commands, 'push')
      if (typeof push === 'function') Reflect.apply(push, commands, [['do', 'session:reset']])
    },
  }
}
