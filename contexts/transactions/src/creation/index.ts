export { create, one } from './create.ts'
export { notify } from './notify.ts'
export { validate } from './validate.ts'
