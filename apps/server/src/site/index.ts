export { createFlags } from './flags.ts'
export { type Sources, takeViolations } from './page-policy.ts'
export { siteHandlers } from './site.ts'
export { serveWeb } from './web.ts'
