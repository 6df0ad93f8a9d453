import type { ComponentType } from 'react'
import { CompanyKeys } from '../key/index.ts'
import { OwnPrivacy } from '../privacy/index.ts'
import { CompanySettings } from './company.tsx'
import { OwnSettings } from './own.tsx'
import { TransferSettings } from './transfers.tsx'

/** One tab of the settings. */
export interface SettingsTab {
  value: string
  label: string
  /** Needs `settings.viewSettings` in the active company. */
  ofCompany?: boolean
  Content: ComponentType
}

/** The tabs of the settings, in their order. */
export const settingsTabs: readonly SettingsTab[] = [
  { value: 'you', label: 'You', Content: OwnSettings },
  { value: 'company', label: 'Company', ofCompany: true, Content: CompanySettings },
  { value: 'transfers', label: 'Transfers', ofCompany: true, Content: TransferSettings },
  { value: 'keys', label: 'Keys', ofCompany: true, Content: CompanyKeys },
  { value: 'privacy', label: 'Privacy', Content: OwnPrivacy },
]
