import type { AddressList } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, failureOf, identifier, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { csvOf, saveFile } from '../ui/table/csv.ts'

/** Registers the addresses of a file, and says what became of its lines. */
export function UploadAddresses({ company, onClose }: { company: string; onClose: () => void }) {
  const [done, setDone] = useState<AddressList>()
  const send = useChange((file: File) => upload(company, file), {
    invalidates: [api.address.list],
    showsFailure: true,
    onSuccess: setDone,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Upload addresses"
      description="A CSV file with the columns address, network (or asset), tag and customerRef. Addresses that are already registered stay as they are."
      footer={
        <Button variant={done ? 'primary' : 'secondary'} onClick={onClose}>
          {done ? 'Close' : 'Cancel'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {send.error && <Failure error={send.error} title="Not uploaded" />}
        {send.isPending && !done && <p role="status">Uploading and registering</p>}
        {done ? (
          <Result done={done} />
        ) : (
          <FileDrop
            label="File of addresses"
            hint="CSV, up to 1,000,000 lines and 64 MB"
            accept={['.csv']}
            disabledReason={send.isPending ? 'Wait for the file under way' : undefined}
            onFiles={([file]) => file && send.mutate(file)}
          />
        )}
      </div>
    </Dialog>
  )
}

async function upload(company: string, file: File): Promise<AddressList> {
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(`/api/address/lists/${encodeURIComponent(company)}`, {
    method: 'POST',
    headers: identifier,
    body: form,
  })
  const text = await answer.text()
  if (!answer.ok) throw failureOf(answer.status, text, answer.headers.get('x-request-id'))
  return JSON.parse(text)
}

type Problem = AddressList['problems'][number]

function Result({ done: { added, present, rejected, problems } }: { done: AddressList }) {
  const save = async () => {
    const columns = [
      { header: 'line', value: ({ line }: Problem) => line },
      { header: 'reason', value: ({ reason }: Problem) => reason },
    ]
    saveFile(await csvOf({ columns, pages: [problems], timeZone: 'UTC' }), 'rejected.csv')
  }
  const count = (n: number) => n.toLocaleString('en')
  return (
    <>
      <p role="status">
        {count(added)} added, {count(present)} already there, {count(rejected)} rejected.
      </p>
      {problems.length > 0 && (
        <>
          <ul
            aria-label="Rejected lines"
            className="flex max-h-60 flex-col gap-1 overflow-y-auto text-sm"
          >
            {problems.slice(0, 50).map(({ line, reason }) => (
              <li key={line}>
                <span className="font-medium">Line {line}:</span> {reason}
              </li>
            ))}
          </ul>
          <div>
            <Button variant="quiet" onClick={() => void save()}>
              Save the rejected lines
            </Button>
          </div>
        </>
      )}
    </>
  )
}
