export { Message } from './message.tsx'
export { Messages } from './messages.tsx'
export { MessageTable } from './table.tsx'
