export { refuseIssues, schemaIssues } from './event-type-schemas.ts'
export { exampleOf } from './example.rules.ts'
export { isObject, type JsonObject, refName, refTarget } from './json-ref.rules.ts'
