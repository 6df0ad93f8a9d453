export { decrypt } from './decrypt.ts'
export { decryptCustomer, noteCustomerView, refuseMachines } from './decrypt-customer.ts'
export { listViews } from './list-views.ts'
export { openForMachine } from './open-for-machine.ts'
export { noteViewed, openForViewer, openUnaudited, type Viewer } from './open-for-viewer.ts'
export { type Opened, openListed, openUnasked } from './open-unasked.ts'
export { ivms101Of } from './payload.rules.ts'
export {
  addViews,
  findViews,
  type NotedViews,
  resealComments,
  type View,
  type ViewFilter,
} from './view.store.ts'
