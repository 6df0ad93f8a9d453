import { inOrganisation } from '../bind.ts'
import { exportEnvironment, getSettings, importEnvironment } from './environment.operations.ts'

export const environment = {
  export: inOrganisation(exportEnvironment),
  import: inOrganisation(importEnvironment),
  getSettings: inOrganisation(getSettings),
}
