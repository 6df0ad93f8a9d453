export * from './access.ts'
export * from './common.ts'
export * from './operation.ts'
export * from './raw-json.ts'
