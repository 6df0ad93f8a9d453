// The headless build: the ready-made look injects a <style>, which our policy forbids.
import { type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { wordsOf } from '../value/words-of.ts'

/** How long the app's own toasts stay, in milliseconds. */
const lasting = { error: 10_000, success: 3_000 }

/** What a toast offers to do, such as to undo. */
export interface ToastAction {
  label: string
  run: () => void
}

/** A toast with its action, as the toaster draws it. */
export interface DrawnToast {
  toast: Toast
  action: ToastAction | undefined
}

const actions = new Map<string, ToastAction>()
/** What takes back the last action that can be; it outlives its toast. */
let lastUndo: { id: string; action: ToastAction } | undefined

function withAction(id: string, action: ToastAction | undefined): string {
  if (action) actions.set(id, action)
  if (action?.label === 'Undo') lastUndo = { id, action }
  else actions.delete(id)
  return id
}

/** Short news at the top of the page. Each answers with an id for `dismiss`. */
export const toasts = {
  /** Something was done; offer to undo it where that is possible. Stays 3 s, with an action 10 s. */
  success: (message: string, action?: ToastAction): string =>
    withAction(
      toast.success(message, { duration: action ? lasting.error : lasting.success }),
      action,
    ),
  /** Something failed. The same words also belong in the page, where they stay. Stays 10 s. */
  error: (problem: unknown, action?: ToastAction): string =>
    withAction(
      toast.error(wordsOf(problem), {
        duration: lasting.error,
        ariaProps: { role: 'alert', 'aria-live': 'assertive' },
      }),
      action,
    ),
  /** Plain news. Stays 4 s. */
  info: (message: string): string => toast(message),
  /** Work that takes a while; stays until dismissed. */
  loading: (message: string): string => toast.loading(message),
  /** Takes back the last action that can be; false when there is none. */
  undo: (): boolean => {
    if (!lastUndo) return false
    const { id, action } = lastUndo
    lastUndo = undefined
    toast.dismiss(id)
    action.run()
    return true
  },
  /** An action was run from its toast, so it is not taken back again. */
  done: (action: ToastAction): void => {
    if (lastUndo?.action === action) lastUndo = undefined
  },
  /** Takes away one toast, or all of them. */
  dismiss: (id?: string): void => toast.dismiss(id),
}

/** The toasts to draw, newest first, and what stops their clocks. */
export function useToasts() {
  const { toasts: list, handlers } = useToaster()
  const drawn = list.map((one): DrawnToast => ({ toast: one, action: actions.get(one.id) }))
  return { drawn, pause: handlers.startPause, resume: handlers.endPause }
}
