export { MessageTable } from './table.tsx'
