export { analytics } from './analytics.operations.ts'
export type { Metabase } from './embed.ts'
