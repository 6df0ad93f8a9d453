export { exportEnvironment, getSettings, importEnvironment } from './environment.operations.ts'
