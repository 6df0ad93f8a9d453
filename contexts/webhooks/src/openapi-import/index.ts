export { readSpec, type Spec } from './spec-reader.ts'
