export { entity, setEntity } from './entity.operations.ts'
export { startTelling, tellProvider } from './entity.worker.ts'
export { setPayer } from './payer.operations.ts'
export { rewrapEntities } from './rewrap.ts'
