import { inApplication, inOrganisation } from '../bind.ts'
import {
  createTemplate,
  getTemplate,
  listTemplates,
  patchTemplate,
  removeTemplate,
  replaceTemplate,
  simulateTemplate,
} from './template.operations.ts'
import {
  getTransformation,
  patchTransformation,
  simulateTransformation,
} from './transformation.operations.ts'

export const endpointTransformation = {
  getTransformation: inApplication(getTransformation),
  patchTransformation: inApplication(patchTransformation),
  simulateTransformation: inApplication(simulateTransformation),
}

export const transformationTemplate = {
  list: inOrganisation(listTemplates),
  create: inOrganisation(createTemplate),
  simulate: inOrganisation(simulateTemplate),
  get: inOrganisation(getTemplate),
  update: inOrganisation(replaceTemplate),
  patch: inOrganisation(patchTemplate),
  delete: inOrganisation(removeTemplate),
}
