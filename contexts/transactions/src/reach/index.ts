export { hasContact, noteUnreachable } from './contact.store.ts'
export { nextMorning, noteReminder, remindLater } from './remind.store.ts'
