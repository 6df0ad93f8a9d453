import { roleNames } from '@countersign/contracts/identity'
import { DocumentType } from '@countersign/contracts/trust'
import { useRef, useState } from 'react'
import { api } from '../api/index.ts'
import type { WizardState } from '../browser/index.ts'
import { typeLabel, uploadFile } from '../document/index.ts'
import { roleOf } from '../team/index.ts'
import { wordsOf } from '../ui/value/words-of.ts'
import { dropFile, heldFile } from './files.ts'
import { stillTaken } from './taken.ts'

/** Something of the wizard that can be done only once the company is the viewer's. */
export interface WizardTask {
  /** The same after a reload. */
  id: string
  label: string
  run: (did: string) => Promise<unknown>
}

/** What is to be done for the company once it is there, in its order. */
export function tasksOf(state: WizardState): WizardTask[] {
  const registers = state.taken.flatMap((taken): WizardTask[] => {
    const fields = Object.keys(stillTaken(state, taken))
    const { registry, externalId, question } = taken
    if (fields.length === 0) return []
    return [
      {
        id: registry,
        label: `Record ${registry} as the source of ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`,
        run: (did) =>
          registry === 'GLEIF'
            ? api.registry.updateFromGleif({ body: { did, LEI: externalId, fields } })
            : api.registry.updateFromVaspnet({
                body: { did, externalId, vaspName: question, fields },
              }),
      },
    ]
  })
  const documents = state.documents.map(
    (one): WizardTask => ({
      id: `document ${one.size} ${one.name}`,
      label: `Upload ${one.name} (${typeLabel(one.type)})`,
      run: async (did) => {
        const file = heldFile(one)
        if (!file)
          throw new Error('This page no longer has the file. Add it on the Documents page.')
        await uploadFile({
          did,
          file,
          documentType: DocumentType.parse(one.type),
          onProgress: () => undefined,
          signal: new AbortController().signal,
        })
        dropFile(one)
      },
    }),
  )
  const invitations = state.colleagues.map(
    ({ email, role }): WizardTask => ({
      id: `invite ${email}`,
      label: `Invite ${email} as ${roleNames[roleOf(role)].toLowerCase()}`,
      run: (vaspDID) => api.auth.addUserToVasp({ body: { vaspDID, email, role: roleOf(role) } }),
    }),
  )
  const { parent } = state
  const nesting: WizardTask[] = parent
    ? [
        {
          id: `parent ${parent.did}`,
          label: `Ask ${parent.name} to add the company to its group`,
          run: (did) =>
            api.group.nest({
              query: { action: 'add' },
              body: { group_vasp: parent.did, subsidiaries: [did] },
            }),
        },
      ]
    : []
  return [...registers, ...documents, ...invitations, ...nesting]
}

/** How far a task is. */
export type TaskState =
  | { readonly kind: 'waiting' | 'running' | 'done' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Does what is left to be done, one after the other; what fails stays and can be tried again. */
export function useTasks(state: WizardState, change: (part: Partial<WizardState>) => void) {
  const [running, setRunning] = useState<string>()
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({})
  const busy = useRef(false)
  const run = async (did: string) => {
    if (busy.current) return
    busy.current = true
    setFailed({})
    let { finished } = state
    for (const task of tasksOf(state).filter(({ id }) => !finished.includes(id))) {
      setRunning(task.id)
      try {
        await task.run(did)
        finished = [...finished, task.id]
        change({ finished })
      } catch (error) {
        setFailed((before) => ({ ...before, [task.id]: wordsOf(error) }))
      }
    }
    setRunning(undefined)
    busy.current = false
  }
  const stateOf = ({ id }: WizardTask): TaskState => {
    if (state.finished.includes(id)) return { kind: 'done' }
    if (running === id) return { kind: 'running' }
    const reason = failed[id]
    return reason === undefined ? { kind: 'waiting' } : { kind: 'failed', reason }
  }
  return { tasks: tasksOf(state).map((task) => ({ task, is: stateOf(task) })), run, running }
}
