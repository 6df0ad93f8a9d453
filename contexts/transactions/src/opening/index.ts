export { decrypt } from './decrypt.ts'
export { openForMachine } from './open-for-machine.ts'
export { noteViewed } from './open-for-viewer.ts'
export { findViews, type View, type ViewFilter } from './view.store.ts'
