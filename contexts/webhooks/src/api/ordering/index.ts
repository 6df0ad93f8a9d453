import { inApplication } from '../bind.ts'
import { listHeldKeys, skipMessage } from './ordering.operations.ts'

export const endpointOrdering = { listHeldKeys: inApplication(listHeldKeys) }

export const messageOrdering = { skip: inApplication(skipMessage) }
