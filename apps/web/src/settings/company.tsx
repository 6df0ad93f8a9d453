import { statusesToProcess, type VaspSettings } from '@countersign/contracts/trust'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, keyOf, useOperation } from '../api/index.ts'
import { LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'

const words: Record<(typeof statusesToProcess)[number], string> = {
  CREATED: 'As soon as a transfer is created',
  SENT: 'When it’s sent to the counterparty',
  ACK: 'When the counterparty acknowledges it',
  ACCEPTED: 'When the counterparty accepts it',
}

/** The settings of the active company; each takes effect at once. */
export function CompanySettings() {
  const did = useCompany()
  const views = useCan(api.settings.get)
  if (!did || !views.allowed) return <Missing call={api.settings.get} />
  return <Settings key={did} did={did} />
}

function Settings({ did }: { did: string }) {
  const key = keyOf(api.settings.get, { did })
  const client = useQueryClient()
  const { data, error, refetch } = useOperation(api.settings.get, { did })
  const updates = useCan(api.settings.update)
  const decrypts = useCan(api.piiKeys.agree)
  const save = useMutation({
    mutationFn: (body: Partial<VaspSettings>) => api.settings.update({ did, body }),
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<VaspSettings>(key)
      if (before) client.setQueryData(key, { ...before, ...body })
      return before
    },
    onSuccess: (saved) => {
      client.setQueryData(key, saved)
      toasts.success('Settings saved')
    },
    onError: (failure, _, before) => {
      client.setQueryData(key, before)
      toasts.error(failure)
    },
  })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Panel title="Company" className="max-w-[760px]">
        <SkeletonLines lines={6} label="Loading settings" />
      </Panel>
    )
  return (
    <Panel
      title="Company"
      description="These settings apply to everyone in the company."
      className="max-w-[760px]"
    >
      <div className="flex flex-col gap-6">
        <Failure error={save.error} title="Not saved" />
        {updates.reason && <Notice>{updates.reason}</Notice>}
        <SelectField
          label="Release transfers on-chain"
          hint="Your systems are notified at this point, once per transfer. Earlier is faster; later is safer, because an accepted transfer isn’t refused afterwards."
          disabled={!updates.allowed}
          options={[
            { value: '', label: 'Your systems decide' },
            ...statusesToProcess.map((value) => ({ value, label: words[value] })),
          ]}
          value={data.statusToProcessBlockchain ?? ''}
          onChange={({ target }) =>
            save.mutate({
              statusToProcessBlockchain:
                statusesToProcess.find((status) => status === target.value) ?? null,
            })
          }
        />
        <Switch
          label="Listed in the directory"
          hint="Others can find your company by searching. If off, only people who know your DID can open its page."
          checked={data.vaspDiscoverability}
          disabledReason={updates.reason}
          onChange={({ target }) => save.mutate({ vaspDiscoverability: target.checked })}
        />
        <Switch
          label="Two people decide on companies"
          hint="A verdict applies only once a colleague gives the same one, within 24 hours."
          checked={data.reviewsTakeTwo}
          disabledReason={updates.reason}
          onChange={({ target }) => save.mutate({ reviewsTakeTwo: target.checked })}
        />
        <Switch
          label="Open personal data automatically"
          hint="People with permission see personal data of transfers without opening it each time. Every view is still recorded."
          checked={data.autoDecryption}
          disabledReason={updates.reason ?? decrypts.reason}
          onChange={({ target }) => save.mutate({ autoDecryption: target.checked })}
        />
      </div>
    </Panel>
  )
}
