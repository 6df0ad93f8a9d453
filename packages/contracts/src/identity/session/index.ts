export * from './draft.ts'
export * from './observing.ts'
export * from './redirect.ts'
export * from './session.ts'
