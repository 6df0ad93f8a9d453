export { RoleField, roleOf } from './role-field.tsx'
export { RolesDialog } from './roles-dialog.tsx'
