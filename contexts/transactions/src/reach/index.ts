export { claimMail } from './claim-mail.ts'
export { hasContact, noteUnreachable } from './contact.store.ts'
export { nextMorning, noteReminder, remindLater } from './remind.store.ts'
