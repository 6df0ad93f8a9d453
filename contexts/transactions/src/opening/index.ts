export { decrypt } from './decrypt.ts'
