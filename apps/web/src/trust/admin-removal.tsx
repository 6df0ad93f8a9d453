import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toasts } from '../ui/toasts.ts'
import { CompanyPicker } from './company-picker.tsx'

/** Takes a company out of the network, or merges it into the record that stays. */
export function AdminRemoval({ did, name }: { did: string; name: string }) {
  const [asking, setAsking] = useState(false)
  const [into, setInto] = useState('')
  const client = useQueryClient()
  const remove = async () => {
    await api.curation.remove({ did, query: into ? { redirectDID: into } : {} })
    for (const key of ['administration.get', 'vasp.get', 'vasp.list', 'curation.duplicates'])
      void client.invalidateQueries({ queryKey: [key] })
    toasts.success(into ? `${name} is merged` : `${name} is deleted`)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete or merge</Button>
      {asking && (
        <FormDialog
          onOpenChange={setAsking}
          title={`Take ${name} out of the network?`}
          submit={into ? 'Merge' : 'Delete'}
          danger
          onSubmit={remove}
        >
          <p className="text-sm">
            It disappears from the directory and nobody can work for it. Its history stays for the
            network. Choose the company that it is a second record of, and its address leads there.
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
