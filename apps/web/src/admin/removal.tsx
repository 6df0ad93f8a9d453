import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Takes a company out of the network, or merges it into the record that stays. */
export function AdminRemoval({ did, name }: { did: string; name: string }) {
  const [asking, setAsking] = useState(false)
  const [into, setInto] = useState('')
  const client = useQueryClient()
  const remove = async () => {
    await api.curation.remove({ did, query: into ? { redirectDID: into } : {} })
    const { administration, vasp, curation } = api
    void refresh(client, administration.get, vasp.get, vasp.list, curation.duplicates)
    toasts.success(into ? `${name} merged` : `${name} deleted`)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete or merge</Button>
      {asking && (
        <FormDialog
          onOpenChange={setAsking}
          title={`Remove ${name} from the network?`}
          submit={into ? 'Merge' : 'Delete'}
          danger
          onSubmit={remove}
        >
          <p className="text-sm">
            It disappears from the directory and its members lose access. The network keeps its
            history. If it duplicates another company, choose that company and its page will
            redirect there.
          </p>
          <CompanyPicker
            label="Merge into (optional)"
            value={into}
            onChange={setInto}
            without={[did]}
          />
        </FormDialog>
      )}
    </>
  )
}
