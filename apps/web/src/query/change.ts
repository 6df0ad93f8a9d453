import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toasts } from '../ui/overlay/toasts.ts'
import { type Changed, refresh } from './operation.ts'

type Options<R, I> = {
  readonly onSuccess?: (result: R, input: I) => unknown
  /** Instead of a toast. */
  readonly onError?: (failure: Error) => unknown
  /** What is asked for again where it is shown, whether the change worked or not. */
  readonly invalidates?: readonly Changed[]
  /** What a toast says when it worked. */
  readonly says?: string | ((result: R, input: I) => string)
  /** The screen shows the failure itself, so no toast does. */
  readonly showsFailure?: boolean
}

/** A change that a person makes. It is pending until what it changed is shown. */
export function useChange<R, I = void>(
  change: (input: I) => Promise<R>,
  { invalidates = [], says, showsFailure, onSuccess, onError }: Options<R, I> = {},
) {
  const client = useQueryClient()
  return useMutation({
    // The client hands over more than the input, which operations would take for their options.
    mutationFn: (input: I) => change(input),
    onSuccess: (result, input) => {
      if (says !== undefined) toasts.success(typeof says === 'string' ? says : says(result, input))
      return onSuccess?.(result, input)
    },
    onError: (failure) => {
      if (onError) return onError(failure)
      if (!showsFailure) toasts.error(failure)
    },
    onSettled: () => refresh(client, ...invalidates),
  })
}
