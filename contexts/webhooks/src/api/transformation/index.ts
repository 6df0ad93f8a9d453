export { transformationTemplate } from './template.operations.ts'
export { endpointTransformation } from './transformation.operations.ts'
