export {
  acknowledgeSwitch,
  setActiveCompany,
  useActiveCompany,
  useSwitchedFrom,
} from './active-company.ts'
export { endDraft, findDrafts, keepDrafts, useDraft } from './drafts.ts'
export { clearIdleness } from './idle-note.ts'
export { forgetDrafts, hasDrafts, offered } from './kept-drafts.ts'
export { beforeLogOut, logOut } from './log-out.ts'
export { logOutIdle } from './log-out-idle.ts'
export { followLook, tellLook } from './look-channel.ts'
export { type Guarded, mayCall, permissionOf, refusalOf } from './permission.rules.ts'
export {
  configQuery,
  emailOf,
  isShutOut,
  isSignedIn,
  useCan,
  useCompany,
  useCompanyName,
  useConfig,
  useReadOnly,
  useReviewer,
  userVaspListQuery,
  useViewer,
  viewerQuery,
  workable,
} from './session.ts'
export {
  clearCompany,
  forgetCompany,
  useSwitchCompany,
  useUnknownCompany,
} from './switch-company.ts'
