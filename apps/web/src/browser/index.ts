export { readLocal, type WizardState, writeLocal } from './local.ts'
export { removeQueryParameter } from './query-parameter.ts'
export { store } from './store.ts'
