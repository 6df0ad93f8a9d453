import type { PdfCheck } from '@countersign/contracts/report'
import { PdfCode } from '@countersign/contracts/report'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, operationQuery } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'

/**
 * Says whether a PDF is one of ours. Its code stands in the fragment of the address, which no server sees; a file
 * that is dropped stays in the browser.
 */
export function CheckPdf() {
  const { hash } = useLocation()
  const code = hash.toUpperCase()
  return (
    <div className="flex max-w-[47.5rem] flex-col gap-5">
      <PageHeader
        title="Check a document"
        description="See whether a PDF was issued here, and whether it is still current."
      />
      <CodeForm key={code} code={code} />
      {PdfCode.safeParse(code).success && <Answer key={`answer ${code}`} code={code} />}
    </div>
  )
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(code)
  const [wrong, setWrong] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = typed.trim().toUpperCase()
    if (!PdfCode.safeParse(asked).success)
      return setWrong('A code has four groups of four letters or digits: K7QF-ABCD-EFGH-2345')
    setWrong(undefined)
    void navigate({ to: '/verify', hash: asked, replace: true })
  }
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={submit} noValidate>
      <TextField
        label="Code"
        hint="It’s on the last page of the PDF"
        className="w-full sm:w-80"
        value={typed}
        error={wrong}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" className="sm:mt-6">
        Check
      </Button>
    </form>
  )
}

function Answer({ code }: { code: string }) {
  const { data, error, refetch } = useQuery({
    ...operationQuery(api.pdf.check, { body: { code } }),
    retry: false,
  })
  if (data) return <Known check={data} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice tone="danger" title="Not issued here">
        We haven’t issued a PDF with this code. Check that you typed it as it’s printed.
      </Notice>
    )
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-40 w-full" />
}

function Known({ check }: { check: PdfCheck }) {
  return (
    <>
      <Currency isCurrent={check.isCurrent} />
      <Panel title={check.title}>
        <DescriptionList
          facts={[
            { term: 'Issued by', value: check.owner },
            { term: 'Issued', value: <Time value={check.issuedAt} /> },
          ]}
        />
      </Panel>
      <CompareFile fileHash={check.fileHash} />
    </>
  )
}

function Currency({ isCurrent }: Pick<PdfCheck, 'isCurrent'>) {
  if (isCurrent)
    return (
      <Notice tone="success" title="Genuine and current">
        It says what the records say today.
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      title={isCurrent === null ? 'Genuine, data erased' : 'Genuine, no longer current'}
    >
      {isCurrent === null
        ? 'The data behind this document was erased.'
        : 'The records have changed since it was issued. Ask for a new copy.'}
    </Notice>
  )
}

type Compared = { name: string; isSame: boolean }

function CompareFile({ fileHash }: { fileHash: string }) {
  const [compared, setCompared] = useState<Compared>()
  const compare = async ([file]: File[]) => {
    if (!file) return
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    setCompared({ name: file.name, isSame: new Uint8Array(digest).toHex() === fileHash })
  }
  return (
    <FileDrop
      label="Compare a file"
      hint="Compare your copy: drop the PDF here. It’s compared in your browser and not uploaded."
      accept={['.pdf']}
      onFiles={(files) => void compare(files)}
    >
      {compared && (
        <Notice tone={compared.isSame ? 'success' : 'danger'} title={compared.name}>
          {compared.isSame
            ? 'This is exactly the file that was issued.'
            : 'This file doesn’t match the one that was issued.'}
        </Notice>
      )}
    </FileDrop>
  )
}
