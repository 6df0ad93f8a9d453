export {
  cancelImport,
  confirmImport,
  listImportLines,
  listImports,
  showImport,
  undoImport,
  uploadImport,
} from './import.operations.ts'
export { startImports } from './import.worker.ts'
export { rejectedLines } from './rejected.ts'
