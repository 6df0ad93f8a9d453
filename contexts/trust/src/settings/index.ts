export { preferences } from './preference.operations.ts'
export { settings } from './settings.operations.ts'
export { saveSettings } from './settings.store.ts'
