export * from './own-info.ts'
export * from './viewer.ts'
