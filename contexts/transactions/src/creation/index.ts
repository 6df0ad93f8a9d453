export { create } from './create.ts'
