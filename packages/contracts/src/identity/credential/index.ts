export * from './credential.ts'
