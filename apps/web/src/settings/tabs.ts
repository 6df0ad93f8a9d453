import { type ComponentType, lazy } from 'react'
import { OwnPrivacy } from '../privacy/index.ts'
import { CompanySettings } from './company.tsx'
import { OwnSettings } from './own.tsx'

// What few open comes when they do.
const CompanyKeys = lazy(() =>
  import('../key/index.ts').then((part) => ({ default: part.CompanyKeys })),
)
const RetentionSettings = lazy(() =>
  import('../retention/index.ts').then((part) => ({ default: part.RetentionSettings })),
)
const TransferSettings = lazy(() =>
  import('./transfers.tsx').then((part) => ({ default: part.TransferSettings })),
)

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
