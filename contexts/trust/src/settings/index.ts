export { preferences } from './preference.operations.ts'
export { settings } from './settings.operations.ts'
export { findSettings, saveSettings } from './settings.store.ts'
