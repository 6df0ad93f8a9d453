import type { WizardState } from '../browser/index.ts'

/** A wizard in which nothing was entered yet. */
export const emptyWizard: WizardState = {
  ...{ version: 2, person: 'did:example:ana', step: 2, name: '', website: '', legalName: '' },
  ...{ lei: '', jurisdictions: [], division: '', incorporationCountry: '', businessNumber: '' },
  ...{ serviceTypes: [], description: '', parent: null, note: '', taken: [], documents: [] },
  ...{ colleagues: [], vaspDiscoverability: true, did: null, finished: [] },
}
