export { Pollers } from './pollers.tsx'
