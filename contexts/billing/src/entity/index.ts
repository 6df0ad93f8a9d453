export { entity, setEntity, setPayer } from './entity.operations.ts'
export { startTelling, tellProvider } from './entity.worker.ts'
export { rewrapEntities } from './rewrap.ts'
