import type { Answer, Question, ScriptResult } from './sandbox-protocol.ts'
import { refused, warmEngines } from './sandbox-protocol.ts'
import { type Engine, freshEngine, isFit, runScript } from './sandbox-script.ts'

// The process that runs tenants' code. It knows nothing but the questions it is asked, and is killed
// when an answer is late.

type Warm = { readonly engine: Engine; scripts: number }

/** An engine is used again only for the tenant whose scripts it has seen, and not for ever. */
const mostScripts = 200
const warm = new Map<string, Warm>()
let worn: Engine | undefined
let spare: Promise<Engine> | undefined = freshEngine()

function drop(tenant: string) {
  worn = warm.get(tenant)?.engine ?? worn
  warm.delete(tenant)
}

async function engineFor(tenant: string): Promise<Warm> {
  const found = warm.get(tenant)
  const one = found ?? { engine: await (spare ?? freshEngine()), scripts: 0 }
  if (!found) spare = undefined
  // To the end of the map: who was here longest ago makes room.
  warm.delete(tenant)
  warm.set(tenant, one)
  for (const oldest of warm.keys()) if (warm.size > warmEngines) drop(oldest)
  return one
}

async function answer({ tenant, script }: Question): Promise<ScriptResult> {
  const one = await engineFor(tenant)
  one.scripts++
  try {
    const result = runScript(one.engine, script)
    const whole = result.ok || result.cause === 'script'
    if (!whole || !isFit(one.engine) || one.scripts >= mostScripts) drop(tenant)
    return result
  } catch {
    // A trap: out of memory or of stack where the engine could not say so.
    drop(tenant)
    return refused('overrun')
  }
}

const tell = (id: number, result: ScriptResult) => {
  const { user, system } = process.cpuUsage()
  const said: Answer = { id, result, cpuMs: (user + system) / 1000 }
  process.send?.(said)
}

process.on('message', (question: Question) => {
  answer(question).then(
    (result) => {
      tell(question.id, result)
      // Made ready while nobody waits for it.
      spare ??= freshEngine(worn)
      worn = undefined
    },
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))

await spare
tell(0, refused('busy'))
