export * from './team.ts'
