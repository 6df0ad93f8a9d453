export * from './pdf-model.ts'
