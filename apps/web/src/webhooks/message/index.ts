export { Message } from './message.tsx'
export { MessageTable } from './table.tsx'
