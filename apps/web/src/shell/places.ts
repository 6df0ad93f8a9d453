import type { LinkProps } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Building2,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Contact,
  CopyCheck,
  FileText,
  FileUp,
  FlaskConical,
  Handshake,
  History,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Network,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Unplug,
  UserRound,
  UserSearch,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import { api } from '../api/index.ts'
import type { Guarded } from '../session/index.ts'

/** The groups of the navigation, in its order. The first has no heading. */
export const placeGroups = ['', 'Network', 'Compliance', 'Company', 'Developers', 'Admin'] as const

/** Somewhere to go. Rail, drawer, palette and shortcuts all follow from these. */
export interface Place {
  group: (typeof placeGroups)[number]
  to: NonNullable<LinkProps['to']>
  label: string
  icon: LucideIcon
  /** The second key of its chord: `g`, then this. */
  key?: string
  /** What its screen calls in the active company; who may not is not shown the place. */
  call?: Guarded
  /** What is the viewer's or the company's alone: an operator who looks does not go there. */
  own?: boolean
  /** Who it is for, where that is no matter of a permission. */
  when?: 'signed-in' | 'internal-admin'
  /** What only some deployments have. */
  needs?: 'simulator'
}

/** Every place, one a line, in the order of its group. Only routes that exist. */
// biome-ignore format: a place stays on its line, however long
export const places: readonly Place[] = [
  { group: '', to: '/dashboard', label: 'Home', icon: House, key: 'h', when: 'signed-in' },
  { group: 'Network', to: '/network/search', label: 'Directory', icon: Network, key: 'n' },
  { group: 'Network', to: '/network/counterparties', label: 'Counterparties', icon: Handshake, key: 'c', call: api.counterparty.top, own: true },
  { group: 'Compliance', to: '/transactions', label: 'Transfers', icon: ArrowLeftRight, key: 't', call: api.tx.list },
  { group: 'Compliance', to: '/rules', label: 'Rules', icon: ListChecks, key: 'r', call: api.rules.get },
  { group: 'Compliance', to: '/analytics', label: 'Analytics', icon: ChartColumn, call: api.tx.statistics },
  { group: 'Compliance', to: '/due-diligence', label: 'Due diligence', icon: ClipboardCheck, key: 'd', call: api.documentRequest.list },
  { group: 'Compliance', to: '/due-diligence/questionnaire', label: 'Questionnaire', icon: ClipboardList, key: 'q', call: api.questionnaire.get },
  { group: 'Company', to: '/company', label: 'Profile', icon: UserRound, key: 'p', call: api.vasp.profile },
  { group: 'Company', to: '/company/documents', label: 'Documents', icon: FileText, key: 'f', call: api.document.list },
  { group: 'Company', to: '/company/addresses', label: 'Address book', icon: FileText, key: 'o', call: api.address.list },
  { group: 'Company', to: '/company/customers', label: 'Customers', icon: Contact, key: 'm', call: api.customers.list, own: true },
  { group: 'Company', to: '/company/group', label: 'Group', icon: Workflow, call: api.group.get },
  { group: 'Company', to: '/team', label: 'Team', icon: Users, key: 'u', call: api.auth.vaspUsers },
  { group: 'Company', to: '/dashboard/companies', label: 'Companies', icon: Building2, when: 'signed-in', own: true },
  { group: 'Company', to: '/company/audit', label: 'Activity', icon: History, call: api.auditLog.list },
  { group: 'Company', to: '/billing', label: 'Billing', icon: ReceiptText, key: 'b', call: api.subscription.get },
  { group: 'Company', to: '/settings', label: 'Settings', icon: Settings, key: 's', when: 'signed-in' },
  { group: 'Developers', to: '/developers/credentials', label: 'API credentials', icon: KeyRound, key: 'k', call: api.credential.list },
  { group: 'Developers', to: '/developers/webhooks', label: 'Webhooks', icon: Webhook, key: 'w', call: api.webhookApp.open },
  { group: 'Developers', to: '/developers/simulator', label: 'Simulator', icon: FlaskConical, call: api.simulator.get, needs: 'simulator' },
  { group: 'Admin', to: '/admin', label: 'Queue', icon: ListChecks, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/companies', label: 'All companies', icon: ShieldCheck, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/imports', label: 'Imports', icon: FileUp, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/duplicates', label: 'Duplicates', icon: CopyCheck, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/unreachable', label: 'Unreachable', icon: Unplug, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/jurisdictions', label: 'Jurisdictions', icon: Scale, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/users', label: 'Users', icon: UserSearch, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/billing', label: 'Subscriptions', icon: ReceiptText, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/webhooks', label: 'Webhook service', icon: Webhook, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/audit', label: 'Audit log', icon: ScrollText, when: 'internal-admin' },
]
