import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Failure } from '../ui/page/failure.tsx'

interface Props {
  /** What the field is called. */
  label: string
  /** What the form is for, for screen readers. */
  name: string
  submit: string
  hint?: string
  change: { mutate: (text: string) => void; isPending: boolean; error: Error | null }
  onCancel: () => void
}

/** Words for the other company. They stay where sending fails. */
export function WriteForm({ label, name, submit, hint, change, onCancel }: Props) {
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(text.trim())
  }
  return (
    <form aria-label={name} className="flex flex-col gap-2" data-print="hide" onSubmit={send}>
      <TextArea
        label={label}
        hint={hint}
        autoFocus
        value={text}
        maxLength={2_000}
        onChange={({ target }) => setText(target.value)}
      />
      <Failure error={change.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={change.isPending}
          disabledReason={text.trim() ? undefined : 'Write something first'}
        >
          {submit}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
