export * from './decision.ts'
export * from './domain-hint.ts'
export * from './invitation.ts'
export * from './request.ts'
