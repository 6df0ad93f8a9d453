export * from './redirect.ts'
export * from './viewer.ts'
