import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { api, useChange } from '../api/index.ts'
import { configQuery, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { saveFile } from '../ui/table/csv.ts'
import { linkClass } from '../ui/value/link.tsx'
import { setConsent, useConsent } from './consent.ts'

/** The viewer's answer about cookies, and a copy of what is kept of them. */
export function OwnPrivacy() {
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      <Cookies />
      <OwnData />
    </div>
  )
}

function Cookies() {
  const consent = useConsent()
  const { data: config } = useQuery(configQuery)
  return (
    <Panel title="Cookies" description="Saved in this browser.">
      <Switch
        label="Analytics"
        hint={
          config?.vendors.analytics
            ? 'Counts page visits, without names, addresses or content.'
            : 'Analytics is currently off. Your choice is saved in case that changes.'
        }
        checked={consent === true}
        onChange={({ target }) => {
          setConsent(target.checked)
          toasts.success(target.checked ? 'Analytics accepted' : 'Analytics declined')
        }}
      />
      <p className="mt-4 text-sm text-muted">
        Cookies that the site needs to work can’t be turned off.{' '}
        <Link to="/privacy" className={linkClass}>
          What this site stores
        </Link>
      </p>
    </Panel>
  )
}

function OwnData() {
  const viewer = useViewer()
  const save = useChange(
    async () => {
      const [{ sessions }, { requests }, { preferences }] = await Promise.all([
        api.auth.listSessions({}),
        api.auth.listOwnRequests({}),
        api.preferences.list({}),
      ])
      const madeAt = new Date().toISOString()
      const text = JSON.stringify({ madeAt, viewer, sessions, requests, preferences }, null, 2)
      saveFile(
        new Blob([text], { type: 'application/json' }),
        `my-data-${madeAt.slice(0, 10)}.json`,
      )
    },
    { says: 'Your data was downloaded' },
  )
  return (
    <Panel
      title="Your data"
      description="Your name, contact details, companies, roles, sessions, requests and preferences in one file."
      actions={
        <Button icon={Download} pending={save.isPending} onClick={() => save.mutate()}>
          Download my data
        </Button>
      }
    >
      {save.error ? (
        <Failure error={save.error} title="Not downloaded" />
      ) : (
        <p className="text-sm text-muted">
          Your actions in a company are recorded in its activity log, which its admins keep.
        </p>
      )}
    </Panel>
  )
}
