import { UserInfo } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { useViewer, viewerQuery } from '../session/index.ts'
import { setAppearance, useAppearance } from '../theme.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { OwnSessions } from './sessions.tsx'

/** What a person says of themselves, how the site looks for them, and where they are signed in. */
export function OwnSettings() {
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      <Person />
      <Look />
      <OwnSessions />
    </div>
  )
}

function Person() {
  const viewer = useViewer()
  const of = (name: string) =>
    viewer.fields.find(({ fieldName }) => fieldName === name)?.values[0]?.value ?? ''
  const queryClient = useQueryClient()
  const form = useContractForm(UserInfo, {
    defaults: { name: of('name'), phone: of('phone'), jobTitle: of('jobTitle') },
    body: ({ name, phone, jobTitle }) => ({
      name: name || null,
      phone: phone || null,
      jobTitle: jobTitle || null,
    }),
    send: (body) => api.auth.updateUserInfo({ body }),
    says: 'Saved',
    onSuccess: () => queryClient.refetchQueries({ queryKey: viewerQuery.queryKey }),
  })
  return (
    <ContractForm form={form} aria-label="You">
      <Panel
        title="You"
        description="Your colleagues see this on the Team page."
        footer={
          <Button type="submit" variant="primary" pending={form.isPending}>
            Save
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            hint="Leave blank to use your sign-in name"
            maxLength={120}
            autoComplete="name"
            {...form.field('name')}
          />
          <TextField
            label="Email"
            hint="Verified by your sign-in provider"
            value={of('email')}
            readOnly
          />
          <TextField
            label="Job title"
            optional
            maxLength={120}
            autoComplete="organization-title"
            {...form.field('jobTitle')}
          />
          <TextField
            label="Phone"
            optional
            type="tel"
            maxLength={30}
            autoComplete="tel"
            placeholder="+65 6123 4567"
            {...form.field('phone')}
          />
        </div>
        <div className="mt-4 empty:hidden">
          <FormNotes form={form} />
        </div>
      </Panel>
    </ContractForm>
  )
}

const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const
const zones = [
  { value: 'local', label: 'Local time' },
  { value: 'utc', label: 'UTC' },
] as const

const chosen = <T extends string>(options: readonly { value: T }[], value: string): T | undefined =>
  options.find((option) => option.value === value)?.value

function Look() {
  const { theme, density, zone, shortcuts } = useAppearance()
  return (
    <Panel
      title="Display"
      description="Saved in this browser; the density also for your other browsers."
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Theme"
          options={themes}
          value={theme}
          onChange={({ target }) => setAppearance({ theme: chosen(themes, target.value) ?? theme })}
        />
        <SelectField
          label="Density"
          options={densities}
          value={density}
          onChange={({ target }) =>
            setAppearance({ density: chosen(densities, target.value) ?? density })
          }
        />
        <SelectField
          label="Times"
          options={zones}
          value={zone}
          onChange={({ target }) => setAppearance({ zone: chosen(zones, target.value) ?? zone })}
        />
      </div>
      <Switch
        className="mt-5"
        label="Single-key shortcuts"
        hint="Turn off if speech input or a switch device presses keys by accident."
        checked={shortcuts === 'on'}
        onChange={({ target }) => setAppearance({ shortcuts: target.checked ? 'on' : 'off' })}
      />
    </Panel>
  )
}
