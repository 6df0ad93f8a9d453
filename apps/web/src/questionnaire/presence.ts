import type { SectionId } from '@countersign/contracts/trust'
import { useEffect, useRef } from 'react'
import { api, background } from '../api/index.ts'

const renewMs = 10_000

/** Says which section this person edits while they do, and that they left. Returns what focus calls. */
export function usePresence(did: string, section: SectionId, may: boolean) {
  const editing = useRef(false)
  useEffect(() => {
    if (!may) return
    // Others' knowing is a courtesy: when it fails, editing goes on.
    const say = (where: SectionId | null) =>
      void api.questionnaire
        .presence({ did, body: { section: where } }, { headers: background, keepalive: true })
        .catch(() => undefined)
    const renew = setInterval(() => {
      if (editing.current && document.visibilityState === 'visible') say(section)
    }, renewMs)
    const begin = () => {
      if (editing.current) return
      editing.current = true
      say(section)
    }
    const end = () => {
      if (!editing.current) return
      editing.current = false
      say(null)
    }
    const form = document.getElementById('ddq-section')
    form?.addEventListener('focusin', begin)
    addEventListener('pagehide', end)
    return () => {
      clearInterval(renew)
      form?.removeEventListener('focusin', begin)
      removeEventListener('pagehide', end)
      end()
    }
  }, [did, section, may])
}
