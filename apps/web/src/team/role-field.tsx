import {
  type CompanyRole,
  companyRoles,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import { SelectField } from '../ui/form/select-field.tsx'

/** A role from its stored name. */
export const roleOf = (name: string): CompanyRole =>
  companyRoles.find((known) => known === name) ?? 'viewer'

/** Props of {@link RoleField}. */
export interface RoleFieldProps {
  value: CompanyRole
  onChange: (role: CompanyRole) => void
}

/** The choice of one role, with what it may do. */
export function RoleField({ value, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      hint={roleDescriptions[value]}
      options={companyRoles.map((role) => ({ value: role, label: roleNames[role] }))}
      value={value}
      onChange={({ target }) => onChange(roleOf(target.value))}
    />
  )
}
