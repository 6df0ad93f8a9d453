import { type Answer, type DraftAnswer, sameAnswer } from '@countersign/contracts/trust'

/** How an answer stands: on the server, on its way, or only here. */
export type SlotStatus = 'saved' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict'

/** One answer as it is typed. `seen` is the revision that it builds on. */
export interface Slot {
  readonly value: Answer
  readonly seen: number
  readonly status: SlotStatus
  /** Why it was not saved. */
  readonly message?: string | undefined
  /** What a colleague wrote meanwhile. */
  readonly theirs?: DraftAnswer | undefined
}

/** What became of one call. A failure is tried again; a refusal waits for the next change. */
export type Outcome =
  | { readonly kind: 'saved'; readonly answer: DraftAnswer }
  | { readonly kind: 'conflict'; readonly theirs: DraftAnswer }
  | { readonly kind: 'refused' | 'failed'; readonly message: string }

/** What the saver needs. */
export interface SaverDeps {
  send: (question: string, value: Answer, seen: number) => Promise<Outcome>
  /** Runs work later; returns how to call it off. */
  later: (work: () => void, ms: number) => () => void
}

/** Until a pause in typing counts as the end of a thought. */
const pauseMs = 800
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000]

const nothing: Slot = { value: {}, seen: 0, status: 'saved' }

export type Saver = ReturnType<typeof createSaver>

/**
 * Keeps what is typed until the server has it. Each answer is saved by itself, one call at a time, and
 * nothing that somebody typed is ever replaced but by their own decision.
 */
export function createSaver({ send, later }: SaverDeps) {
  const slots = new Map<string, Slot>()
  const timers = new Map<string, () => void>()
  const tries = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  const everywhere = new Set<() => void>()
  const held = new Set<string>()
  let counts = { unsaved: 0, failed: 0, conflicts: 0 }
  let edition = 0

  const get = (question: string): Slot => slots.get(question) ?? nothing

  function put(question: string, slot: Slot): void {
    const before = get(question)
    slots.set(question, slot)
    for (const listener of listeners.get(question) ?? []) listener()
    // Typing itself concerns its own question alone; the page hears of changes of state.
    if (before.status === slot.status && slot.status !== 'saved') return
    edition++
    const all = [...slots.values()]
    const number = (...some: SlotStatus[]) => all.filter((one) => some.includes(one.status)).length
    counts = {
      unsaved: number('waiting', 'saving', 'failed', 'refused', 'conflict'),
      failed: number('failed', 'refused'),
      conflicts: number('conflict'),
    }
    for (const listener of everywhere) listener()
  }

  function schedule(question: string, ms: number): void {
    timers.get(question)?.()
    timers.set(
      question,
      later(() => void save(question), ms),
    )
  }

  async function save(question: string): Promise<void> {
    const slot = get(question)
    if (slot.status === 'saving' || slot.status === 'saved' || slot.status === 'conflict') return
    timers.get(question)?.()
    timers.delete(question)
    put(question, { value: slot.value, seen: slot.seen, status: 'saving' })
    const outcome = await send(question, slot.value, slot.seen)
    const now = get(question)
    const typed = now.value !== slot.value
    if (outcome.kind === 'saved') {
      tries.delete(question)
      const seen = outcome.answer.revision
      put(question, { value: now.value, seen, status: typed ? 'waiting' : 'saved' })
      if (typed) schedule(question, pauseMs)
    } else if (outcome.kind === 'conflict') {
      put(question, { ...now, status: 'conflict', theirs: outcome.theirs })
    } else {
      put(question, { ...now, status: outcome.kind, message: outcome.message })
      const count = tries.get(question) ?? 0
      tries.set(question, count + 1)
      if (outcome.kind === 'failed')
        schedule(question, retryMs[Math.min(count, retryMs.length - 1)] ?? 30_000)
    }
  }

  return {
    get,
    /** Takes what was typed; it is saved after a pause. */
    type(question: string, value: Answer): void {
      const { seen, status, theirs } = get(question)
      // Two values wait for a decision, and a call under way ends first: its answer tells of more.
      const still = status === 'conflict' || status === 'saving'
      put(question, { value, seen, status: still ? status : 'waiting', theirs })
      if (!still) schedule(question, pauseMs)
    },
    /** Saves at once what is not saved yet. */
    flush: (): Promise<unknown> => Promise.all([...slots.keys()].map((question) => save(question))),
    /** Marks a question as being looked at: what colleagues write then waits. */
    hold: (question: string) => void held.add(question),
    release: (question: string) => void held.delete(question),
    /** Takes over what the server has, wherever nothing unsaved and nobody's cursor stands. */
    adopt(answers: Readonly<Record<string, DraftAnswer>>): void {
      for (const [question, { value, revision }] of Object.entries(answers)) {
        const slot = get(question)
        if (slot.status !== 'saved' || held.has(question) || revision <= slot.seen) continue
        const kept = sameAnswer(slot.value, value) ? slot.value : value
        put(question, { value: kept, seen: revision, status: 'saved' })
      }
    },
    /** A new draft began: what is unsaved is saved into it, and compared with what stands there. */
    rebase(): void {
      for (const [question, { value, status }] of slots) {
        if (status === 'saved') {
          slots.delete(question)
          for (const listener of listeners.get(question) ?? []) listener()
        } else {
          put(question, { value, seen: 0, status: 'waiting' })
          schedule(question, pauseMs)
        }
      }
    },
    /** Ends a conflict with the value that the person chose. */
    settle(question: string, value: Answer): void {
      const { theirs } = get(question)
      if (!theirs) return
      const seen = theirs.revision
      const agreed = sameAnswer(value, theirs.value)
      put(question, { value, seen, status: agreed ? 'saved' : 'waiting' })
      if (!agreed) void save(question)
    },
    subscribe(question: string, listener: () => void): () => void {
      const some = listeners.get(question) ?? new Set()
      listeners.set(question, some.add(listener))
      return () => void some.delete(listener)
    },
    /** Hears of changes of state, not of every key. */
    watch(listener: () => void): () => void {
      everywhere.add(listener)
      return () => void everywhere.delete(listener)
    },
    counts: () => counts,
    /** Grows whenever an answer is saved or changes its state. */
    edition: () => edition,
    /** The first question with two values to choose from. */
    firstConflict: () => [...slots].find(([, { status }]) => status === 'conflict')?.[0],
    values: (): Record<string, Answer> =>
      Object.fromEntries([...slots].map(([question, { value }]) => [question, value])),
    stop(): void {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}
