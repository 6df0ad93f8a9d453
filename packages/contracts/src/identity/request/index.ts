export * from './domain-hint.ts'
export * from './request.ts'
