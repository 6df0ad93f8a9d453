export { companyImport } from './import.operations.ts'
export { startImports } from './import.worker.ts'
