export { countryCodes } from './countries.ts'
export type { Ivms101, Ivms101Person } from './model.ts'
export { readIvms101 } from './read.ts'
export { validateIvms101 } from './rules.ts'
