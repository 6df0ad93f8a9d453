import { ApiError } from '@countersign/kit/client'
import { useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Changed, refusals, useChange } from '../api/index.ts'
import { useDraft } from '../session/index.ts'
import { atFields, type Places, refusedBySchema } from './places.ts'

/** A body before it is checked: what has not been chosen yet is missing. */
type Unchecked<T> = { readonly [N in keyof T]: T[N] | undefined }

type Options<S extends z.core.$ZodType, V extends FieldValues, R> = {
  /** What the fields hold at first. Where that changes meanwhile, fields that nobody has touched follow. */
  readonly defaults: V
  /** The body that the fields make; their texts are trimmed. */
  readonly body: (values: V) => Unchecked<z.input<S>>
  /** Where the body has a field's value, for fields that are named otherwise. */
  readonly places?: Places<V>
  readonly send: (body: z.input<S>) => Promise<R>
  readonly onSuccess?: (result: R, body: z.input<S>) => unknown
  /** Shows another person's change in a way of its own; without it, the fields say what they were changed to. */
  readonly onConflict?: (failure: ApiError) => unknown
  readonly invalidates?: readonly Changed[]
  readonly says?: string | ((result: R, body: z.input<S>) => string)
  /** Whether the fields begin anew once it was sent, as in a dialog that can be opened again. */
  readonly clears?: boolean
  /** Keeps what is typed over an idle sign-out, under this name. */
  readonly draft?: string | undefined
}

const trimmed = <V extends FieldValues>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as V

const shown = (value: unknown) =>
  typeof value === 'string' && value !== '' ? ` to “${value}”` : ''

/**
 * A form that is checked by the schema of the operation's body. What the schema or the server refuses is
 * said at its field, and the first one gets the focus; what concerns no field is for the screen to say.
 */
export function useContractForm<S extends z.core.$ZodType, V extends FieldValues, R>(
  schema: S,
  {
    defaults,
    body,
    places = {},
    send,
    draft,
    clears,
    onSuccess,
    onConflict,
    ...options
  }: Options<S, V, R>,
) {
  const form = useForm<V>({
    defaultValues: defaults as DefaultValues<V>,
    values: defaults,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: (values) => {
      const wrong = refusedBySchema(schema, body(trimmed(values)), defaults, places)
      const errors = Object.entries(wrong).map(([name, message]) => [
        name,
        { type: 'schema', message },
      ])
      return errors.length > 0
        ? { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> }
        : { values, errors: {} }
    },
  })
  const { isDirty, isSubmitted } = form.formState
  const values = form.watch()
  const sentLast = useRef('')
  const isUnsaved = () => isDirty && JSON.stringify(form.getValues()) !== sentLast.current
  const change = useChange(send, {
    ...options,
    showsFailure: true,
    onSuccess: (result, sent) => {
      const typed = form.getValues()
      sentLast.current = JSON.stringify(typed)
      form.reset(clears ? defaults : typed)
      return onSuccess?.(result, sent)
    },
  })

  // Another person's change is no reason to lose what is typed, nor to overwrite theirs unseen.
  const before = useRef(defaults)
  const now = JSON.stringify(defaults)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults are compared by their content.
  useEffect(() => {
    const was = before.current
    before.current = defaults
    if (!isUnsaved()) return
    let isFirst = true
    for (const name of Object.keys(defaults) as Path<V>[]) {
      const [mine, theirs] = [JSON.stringify(form.getValues(name)), JSON.stringify(defaults[name])]
      if (theirs === JSON.stringify(was[name]) || theirs === mine) continue
      const message = `Someone else has changed this${shown(defaults[name])}. Save again to keep yours.`
      form.setError(name, { type: 'clash', message }, { shouldFocus: isFirst })
      isFirst = false
    }
  }, [now])

  const kept = useDraft(draft, draft && isDirty ? values : undefined, (typed) => {
    for (const [name, value] of Object.entries(typed))
      if (Object.hasOwn(defaults, name))
        form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  })

  /** Whether it was sent: nothing is, while the schema refuses a field. @throws what concerns no field */
  async function submit(): Promise<boolean> {
    let sent = false
    await form.handleSubmit(async (typed) => {
      try {
        // The resolver has checked it.
        await change.mutateAsync(body(trimmed(typed)) as z.input<S>)
        sent = true
      } catch (failure) {
        if (onConflict && failure instanceof ApiError && failure.status === 409) {
          await onConflict(failure)
          return change.reset()
        }
        const wrong = Object.entries(atFields(defaults, places, refusals(failure)))
        if (wrong.length === 0) throw failure
        for (const [index, [name, message]] of wrong.entries())
          form.setError(name as Path<V>, { message }, { shouldFocus: index === 0 })
      }
    })()
    return sent
  }

  const errorOf = (name: Path<V>) => form.getFieldState(name, form.formState).error?.message

  return {
    submit,
    /** What the fields hold now. */
    values: trimmed(values),
    isDirty,
    /** Whether something is typed that nobody has sent. */
    isUnsaved,
    isPending: change.isPending,
    /** Why it wasn't sent, where that concerns no field. */
    failure:
      change.error && Object.keys(atFields(defaults, places, refusals(change.error))).length === 0
        ? change.error
        : null,
    /** Whether somebody else has changed the same meanwhile. */
    isConflict: change.error instanceof ApiError && change.error.status === 409,
    /** What was kept of an earlier session. */
    draft: kept,
    /** Back to the beginning. */
    reset: () => {
      change.reset()
      form.reset(defaults)
    },
    set: <N extends Path<V>>(name: N, value: PathValue<V, N>) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
    /** The props of a text, a select or a checkbox. */
    field: (name: Path<V>) => ({ ...form.register(name), error: errorOf(name) }),
    errorOf,
  }
}

/** What {@link useContractForm} gives, of whatever fields. */
export type ContractFormState = Pick<
  ReturnType<typeof useContractForm<z.core.$ZodType, FieldValues, unknown>>,
  'submit' | 'isUnsaved' | 'isPending' | 'failure' | 'isConflict' | 'draft'
>
