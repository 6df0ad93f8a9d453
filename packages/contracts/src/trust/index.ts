import { type Contract, can, canIn } from '../operation.ts'
import { actionItems } from './action-items.ts'
import { administration } from './administration.ts'
import { companyImport } from './company-import.ts'
import { curation } from './curation.ts'
import {
  AskedVasp,
  DirectoryFacets,
  DirectoryFilters,
  DirectoryPage,
  DirectoryQuery,
  ProfileHistory,
  PublicDirectoryPage,
  PublicDirectoryQuery,
  UserVaspList,
  UserVaspQuery,
  VaspQuery,
} from './directory.ts'
import { document } from './document.ts'
import { documentRequest } from './document-request.ts'
import { evidence } from './evidence.ts'
import { group } from './group.ts'
import { network } from './network.ts'
import { preferences } from './preferences.ts'
import { ProfileChange } from './profile-update.ts'
import { questionnaire, questionnaireReview, questionnaireThread } from './questionnaire/index.ts'
import { registry } from './registries.ts'
import { settings } from './settings.ts'
import { PublicVasp, Vasp } from './vasp.ts'
import { verification } from './verification.ts'
import { webhookApp } from './webhook-app.ts'
import { webhookNetwork } from './webhook-network.ts'

export * from './action-items.ts'
export * from './administration.ts'
export * from './badges.ts'
export * from './company-import.ts'
export * from './completeness.ts'
export * from './compliance-phase.ts'
export * from './counterparty.ts'
export * from './country-name.ts'
export * from './curation.ts'
export * from './diligence.ts'
export * from './directory.ts'
export * from './document.ts'
export * from './document-request.ts'
export * from './document-type.ts'
export * from './evidence.ts'
export * from './group.ts'
export * from './jurisdiction.ts'
export * from './lei.ts'
export * from './look.ts'
export * from './preferences.ts'
export * from './profile.ts'
export * from './profile-update.ts'
export * from './questionnaire/index.ts'
export * from './registries.ts'
export * from './requirement.ts'
export * from './review.ts'
export * from './settings.ts'
export * from './standing.ts'
export * from './vasp.ts'
export * from './verification.ts'
export type { ListenerEvent, WebhookListener, WebhookUsage } from './webhook-network.ts'
export { ListenerIn } from './webhook-network.ts'

/** Companies and the directory. Base path `/api`. */
export const trust = {
  actionItems,
  administration,
  companyImport,
  curation,
  evidence,
  group,
  preferences,
  registry,
  settings,
  verification,
  vasp: {
    list: {
      method: 'GET',
      path: '/tf/simple/vasps',
      limit: 'search',
      summary: 'Search the directory',
      access: can('trustframework.listVASP'),
      query: DirectoryQuery,
      returns: { 200: DirectoryPage },
    },
    facets: {
      method: 'GET',
      path: '/tf/vasps/facets',
      limit: 'search',
      summary: 'Count the companies each further filter would leave',
      access: can('trustframework.listVASP'),
      query: DirectoryFilters,
      returns: { 200: DirectoryFacets },
    },
    get: {
      method: 'GET',
      path: '/tf/simple/vasps/{did}',
      summary: 'Get one company with the source of each field',
      access: can('trustframework.getVASP'),
      query: VaspQuery,
      returns: { 200: AskedVasp },
    },
    profile: {
      method: 'GET',
      path: '/tf/vasps/{did}/profile',
      summary: 'List every value of every field with issuer and date, newest first',
      access: canIn('trustframework.getVASP', 'did'),
      returns: { 200: ProfileHistory },
    },
    update: {
      method: 'POST',
      path: '/tf/vasps/update',
      summary: 'Update own profile fields; null clears a field',
      access: canIn('trustframework.updateVASP', 'did'),
      body: ProfileChange,
      returns: { 200: Vasp },
    },
    userVaspList: {
      method: 'GET',
      path: '/tf/vasps/userVASPList',
      limit: 'search',
      summary: 'List companies the viewer belongs to, can join or can claim',
      access: 'viewer',
      query: UserVaspQuery,
      returns: { 200: UserVaspList },
    },
  },
  questionnaire,
  questionnaireReview,
  questionnaireThread,
  public: {
    listVasps: {
      method: 'GET',
      path: '/countersignPublic/tf/simple/vasps',
      summary: 'Search the directory without signing in: public fields only',
      access: 'anyone',
      query: PublicDirectoryQuery,
      returns: { 200: PublicDirectoryPage },
    },
    getVasp: {
      method: 'GET',
      path: '/countersignPublic/tf/simple/vasps/{did}',
      summary: 'Get one company without signing in: public fields only',
      access: 'anyone',
      returns: { 200: PublicVasp },
    },
  },
  document,
  documentRequest,
  ...network,
  webhookApp,
  webhookNetwork,
} as const satisfies Contract
