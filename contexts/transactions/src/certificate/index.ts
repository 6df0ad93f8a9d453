export { certificateOf } from './certificate.ts'
