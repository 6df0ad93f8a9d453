export { leftFor } from './leave.ts'
export type { CounterpartyPort } from './port.ts'
