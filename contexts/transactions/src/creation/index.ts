export { create } from './create.ts'
export { validate } from './validate.ts'
