export { decrypt } from './decrypt.ts'
export { openForMachine } from './open-for-machine.ts'
export { noteViewed, openForViewer, type Viewer } from './open-for-viewer.ts'
export { findViews, resealComments, type View, type ViewFilter } from './view.store.ts'
