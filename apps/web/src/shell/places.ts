import { type Permission, readsRecords } from '@countersign/contracts'
import type { LinkProps } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Building2,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Contact,
  FileText,
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
  /** Needed in the active company; without it the place is not shown. */
  permission?: Permission
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
  { group: 'Network', to: '/network/counterparties', label: 'Counterparties', icon: Handshake, key: 'c', permission: 'trustframework.listVASP', own: true },
  { group: 'Compliance', to: '/transactions', label: 'Transfers', icon: ArrowLeftRight, key: 't', permission: 'transactions.list' },
  { group: 'Compliance', to: '/rules', label: 'Rules', icon: ListChecks, key: 'r', permission: 'rules.get' },
  { group: 'Compliance', to: '/analytics', label: 'Analytics', icon: ChartColumn, permission: 'transactions.list' },
  { group: 'Compliance', to: '/due-diligence', label: 'Due diligence', icon: ClipboardCheck, key: 'd', permission: 'trustframework.getVASP' },
  { group: 'Compliance', to: '/due-diligence/questionnaire', label: 'Questionnaire', icon: ClipboardList, key: 'q', permission: 'trustframework.getVASP' },
  { group: 'Company', to: '/company', label: 'Profile', icon: UserRound, key: 'p', permission: 'trustframework.getVASP' },
  { group: 'Company', to: '/company/documents', label: 'Documents', icon: FileText, key: 'f', permission: readsRecords },
  { group: 'Company', to: '/company/addresses', label: 'Address book', icon: FileText, key: 'o', permission: 'address.uploadAddressList' },
  { group: 'Company', to: '/company/customers', label: 'Customers', icon: Contact, key: 'm', permission: 'auth.getCustomer', own: true },
  { group: 'Company', to: '/company/group', label: 'Group', icon: Workflow, permission: 'trustframework.getVASP' },
  { group: 'Company', to: '/team', label: 'Team', icon: Users, key: 'u', permission: 'auth.vaspUsers' },
  { group: 'Company', to: '/dashboard/companies', label: 'Companies', icon: Building2, when: 'signed-in', own: true },
  { group: 'Company', to: '/company/audit', label: 'Activity', icon: History, permission: readsRecords },
  { group: 'Company', to: '/billing', label: 'Billing', icon: ReceiptText, key: 'b', permission: 'payment.subscriptionInfo' },
  { group: 'Company', to: '/settings', label: 'Settings', icon: Settings, key: 's', when: 'signed-in' },
  { group: 'Developers', to: '/developers/credentials', label: 'API credentials', icon: KeyRound, key: 'k', permission: 'integrations.hasApiCredentials' },
  { group: 'Developers', to: '/developers/webhooks', label: 'Webhooks', icon: Webhook, key: 'w', permission: 'integrations.manageApiCredentials' },
  { group: 'Developers', to: '/developers/simulator', label: 'Simulator', icon: FlaskConical, permission: 'transactions.info', needs: 'simulator' },
  { group: 'Admin', to: '/admin', label: 'Queue', icon: ListChecks, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/companies', label: 'All companies', icon: ShieldCheck, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/unreachable', label: 'Unreachable', icon: Unplug, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/jurisdictions', label: 'Jurisdictions', icon: Scale, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/users', label: 'Users', icon: UserSearch, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/billing', label: 'Subscriptions', icon: ReceiptText, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/webhooks', label: 'Webhook service', icon: Webhook, when: 'internal-admin' },
  { group: 'Admin', to: '/admin/audit', label: 'Audit log', icon: ScrollText, when: 'internal-admin' },
]
