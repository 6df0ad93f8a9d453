export { certificateOf } from './certificate.ts'
export { personalPart } from './personal.ts'
