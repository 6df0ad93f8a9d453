import type { ComponentType } from 'react'
import { CompanyKeys } from '../key/index.ts'
import { OwnPrivacy } from '../privacy/index.ts'
import { RetentionSettings } from '../retention/index.ts'
import { CompanySettings } from './company.tsx'
import { OwnSettings } from './own.tsx'
import { TransferSettings } from './transfers.tsx'

/** One tab of the settings. */
export interface SettingsTab {
  value: string
  label: string
  /** Of a company: what the viewer needs in it. */
  needs?: 'settings.viewSettings'
  Content: ComponentType
}

/** The tabs of the settings, in their order. */
export const settingsTabs: readonly SettingsTab[] = [
  { value: 'you', label: 'You', Content: OwnSettings },
  { value: 'company', label: 'Company', needs: 'settings.viewSettings', Content: CompanySettings },
  {
    value: 'transfers',
    label: 'Transfers',
    needs: 'settings.viewSettings',
    Content: TransferSettings,
  },
  {
    value: 'retention',
    label: 'Retention',
    needs: 'settings.viewSettings',
    Content: RetentionSettings,
  },
  { value: 'keys', label: 'Keys', needs: 'settings.viewSettings', Content: CompanyKeys },
  { value: 'privacy', label: 'Privacy', Content: OwnPrivacy },
]
