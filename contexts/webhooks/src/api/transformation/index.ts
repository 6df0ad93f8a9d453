export {
  createTemplate,
  getTemplate,
  listTemplates,
  patchTemplate,
  removeTemplate,
  replaceTemplate,
  simulateTemplate,
} from './template.operations.ts'
export {
  getTransformation,
  patchTransformation,
  simulateTransformation,
} from './transformation.operations.ts'
