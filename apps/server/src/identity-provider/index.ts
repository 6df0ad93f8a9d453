export { startIdp } from './provider.ts'
