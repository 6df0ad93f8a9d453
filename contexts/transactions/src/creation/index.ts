export { create } from './create.ts'
export { notify } from './notify.ts'
export { validate } from './validate.ts'
