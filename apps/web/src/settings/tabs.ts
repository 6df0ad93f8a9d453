import { type ComponentType, lazy } from 'react'
import { OwnPrivacy } from '../privacy/index.ts'
import { RetentionSettings } from '../retention/index.ts'
import { CompanySettings } from './company.tsx'
import { OwnSettings } from './own.tsx'

// What few open comes when they do.
const CompanyKeys = lazy(() =>
  import('../key/index.ts').then((part) => ({ default: part.CompanyKeys })),
)
const TransferSettings = lazy(() =>
  import('./transfers.tsx').then((part) => ({ default: part.TransferSettings })),
)

/** One tab of the settings. */
export interface SettingsTab {
  value: string
  label: string
  /** Of a company, not of the viewer. */
  ofCompany?: true
  Content: ComponentType
}

/** The tabs of the settings, in their order. */
export const settingsTabs: readonly SettingsTab[] = [
  { value: 'you', label: 'You', Content: OwnSettings },
  { value: 'company', label: 'Company', ofCompany: true, Content: CompanySettings },
  {
    value: 'transfers',
    label: 'Transfers',
    ofCompany: true,
    Content: TransferSettings,
  },
  {
    value: 'retention',
    label: 'Retention',
    ofCompany: true,
    Content: RetentionSettings,
  },
  { value: 'keys', label: 'Keys', ofCompany: true, Content: CompanyKeys },
  { value: 'privacy', label: 'Privacy', Content: OwnPrivacy },
]
