import {
  cloneElement,
  createElement,
  type ReactElement,
  type ReactNode,
  type SubmitEvent,
  useState,
} from 'react'
import { OnceOpen } from './once-open.tsx'
import { soon } from './soon.tsx'

type Parts = typeof import('./dialog-window.tsx')

/** Dialogs are a good part of the code of a page on which none is open yet. */
let parts: Parts | undefined

/** Fetches the code of dialogs, so that the first one opens at once. */
export async function loadDialog(): Promise<Parts> {
  parts = await import('./dialog-window.tsx')
  return parts
}

const Window = soon(() => loadDialog().then(({ DialogWindow }) => ({ default: DialogWindow })))

/** Props of {@link Dialog}. */
export interface DialogProps {
  /** Leave out when `trigger` alone opens it. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** The button that opens it. Focus comes back here in any case. */
  trigger?: ReactElement<{ onClick?: () => void }> | undefined
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the main one last. `DialogClose` closes. */
  footer?: ReactNode
  /** Makes the dialog one form; the default of the event is already prevented. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined
  wide?: boolean | undefined
  /** Needs an answer: it does not close by a click beside it. */
  alert?: boolean | undefined
}

/** A window over the page; on a phone it comes up from below. */
export function Dialog(props: DialogProps) {
  const [own, setOwn] = useState(false)
  const { trigger, open = own } = props
  const change = (next: boolean) => {
    setOwn(next)
    props.onOpenChange?.(next)
  }
  return (
    <>
      {trigger && cloneElement(trigger, { onClick: () => change(true) })}
      <OnceOpen open={open}>
        <Window {...props} open={open} onOpenChange={change} />
      </OnceOpen>
    </>
  )
}

/** Closes the dialog or drawer it stands in; wrap a `Button`. */
export function DialogClose(props: { children: ReactElement }) {
  return parts && createElement(parts.DialogClose, props)
}
