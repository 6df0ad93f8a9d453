import { ApiError } from '@countersign/kit/client'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../api/index.ts'
import { setActiveCompany } from './active-company.ts'
import { forgetDrafts, forgotten, offered, place } from './kept-drafts.ts'
import { useCompany, useReadOnly } from './session.ts'

/**
 * What somebody was typing when their session ended by idleness. It is kept in the tab's own storage,
 * sealed with a key that the server opens for the same person only: whoever sits down at the machine
 * next can read nothing of it.
 */
const Kept = z.object({
  company: z.string(),
  path: z.string(),
  texts: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type Kept = z.infer<typeof Kept>
const Stored = z.object({ sealed: z.string(), iv: z.string(), data: z.string() })

type Fields = Readonly<Record<string, unknown>>
const typing = new Map<string, { company: string; fields: () => Fields | undefined }>()
let ready: { key: string; sealed: string } | undefined

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const words = (data: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  btoa(Array.from(new Uint8Array(data), (one) => String.fromCharCode(one)).join(''))
const keyFrom = (text: string) =>
  crypto.subtle.importKey('raw', bytes(text), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Seals what is being typed in this tab. Where it cannot be sealed it is not kept. */
export async function keepDrafts(): Promise<void> {
  try {
    const [first] = typing.values()
    if (!first || !ready) return
    const before = forgotten.times
    const texts: Record<string, Record<string, unknown>> = {}
    for (const [form, { company, fields }] of typing) {
      const now = company === first.company && fields()
      if (now) texts[form] = { ...now }
    }
    if (Object.keys(texts).length === 0) return
    const kept: Kept = { company: first.company, path: location.pathname, texts }
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await keyFrom(ready.key),
      new TextEncoder().encode(JSON.stringify(kept)),
    )
    const stored = { sealed: ready.sealed, iv: words(iv), data: words(data) }
    // Sealing takes a moment, in which the form may have been sent.
    if (forgotten.times === before) sessionStorage.setItem(place, JSON.stringify(stored))
  } catch {
    // Nobody must stay signed in because a draft could not be kept.
  }
}

/** A form was sent: nothing of it is kept from now on. */
export function endDraft(form: string): void {
  typing.delete(form)
  forgetDrafts()
}

/** Opens what was kept, when it is this person's; what is somebody else's goes away unread. */
export async function findDrafts(companies: readonly string[]): Promise<void> {
  try {
    const text = sessionStorage.getItem(place)
    if (text === null || offered.get()) return
    const { sealed, iv, data } = Stored.parse(JSON.parse(text))
    const { key } = await api.draft.openKey({ body: { sealed } })
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes(iv) },
      await keyFrom(key),
      bytes(data),
    )
    const kept = Kept.parse(JSON.parse(new TextDecoder().decode(opened)))
    if (!companies.includes(kept.company)) return forgetDrafts()
    setActiveCompany(kept.company)
    offered.set(kept)
  } catch (error) {
    // A server that is away now may answer on the next page.
    const away = error instanceof ApiError ? error.status !== 404 : error instanceof TypeError
    if (!away) forgetDrafts()
  }
}

/**
 * Keeps the fields of a form over an idle log-out, and gives them back to the same form of the same
 * company.
 * @param form names the form, with its object; undefined for one of which nothing is kept
 * @param fields what is typed; undefined while there is nothing to keep
 * @param restore puts kept fields back
 */
export function useDraft<T extends Fields>(
  form: string | undefined,
  fields: T | undefined,
  restore: (kept: Partial<T>) => void,
): { take: () => void; drop: () => void } | undefined {
  const company = useCompany() ?? ''
  const readOnly = useReadOnly()
  const kept = offered.use()
  const latest = useRef(fields)
  latest.current = fields
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    if (readOnly || form === undefined) return
    const entry = { company, fields: () => latest.current }
    typing.set(form, entry)
    if (!ready && company)
      api.draft.makeKey({}).then(
        (made) => {
          ready = made
        },
        () => undefined,
      )
    return () => {
      if (typing.get(form) === entry) typing.delete(form)
    }
  }, [form, company, readOnly])
  const mine = kept?.company === company && form !== undefined ? kept.texts[form] : undefined
  if (!mine || form === undefined || answered) return undefined
  const drop = () => {
    setAnswered(true)
    if (!kept) return
    const { [form]: _, ...texts } = kept.texts
    if (Object.keys(texts).length === 0) forgetDrafts()
    else offered.set({ ...kept, texts })
  }
  return {
    drop,
    take: () => {
      restore(mine as Partial<T>)
      drop()
    },
  }
}
