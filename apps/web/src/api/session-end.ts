import { store } from '../browser/index.ts'

/** Whether the server no longer knows who calls, in the middle of a viewer's work. */
export const sessionEnded = store(false)
