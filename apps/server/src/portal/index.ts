export { serveReference } from './api-reference.ts'
export { allowBrowsers } from './cors.ts'
export { integrityOf, withIntegrity } from './integrity.ts'
export { servePortal } from './portal.ts'
