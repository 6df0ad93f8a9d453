export type { Refused } from './protocol.ts'
export { createSandbox, type Sandbox } from './sandbox.ts'
