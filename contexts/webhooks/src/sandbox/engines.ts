import type { Question, ScriptResult } from './protocol.ts'
import { refused, warmEngines } from './protocol.ts'
import { type Engine, freshEngine, isFit, runScript } from './script.ts'

/** The engines of one process: each runs the scripts of one tenant. */
export type TenantEngines = {
  /** Resolves when the first script would find an engine ready. */
  readonly ready: Promise<unknown>
  /** Rejects when there is no engine to be had. */
  run(question: Pick<Question, 'tenant' | 'script'>): Promise<ScriptResult>
  /** Makes the next engine, while nobody waits for it. */
  prepare(): void
}

type Warm = { readonly engine: Engine; scripts: number }

/** An engine is used again only for the tenant whose scripts it has seen, and not for ever. */
const maxScripts = 200

/** Starts with one engine, for whoever comes first. */
export function tenantEngines(fresh: typeof freshEngine = freshEngine): TenantEngines {
  const warm = new Map<string, Warm>()
  let worn: Engine | undefined
  let spare: Promise<Engine> | undefined = fresh()

  const drop = (tenant: string) => {
    worn = warm.get(tenant)?.engine ?? worn
    warm.delete(tenant)
  }

  const engineFor = async (tenant: string): Promise<Warm> => {
    const found = warm.get(tenant)
    const one = found ?? { engine: await (spare ?? fresh()), scripts: 0 }
    if (!found) spare = undefined
    // To the end of the map: who was here longest ago makes room.
    warm.delete(tenant)
    warm.set(tenant, one)
    for (const oldest of warm.keys()) if (warm.size > warmEngines) drop(oldest)
    return one
  }

  return {
    ready: spare,
    async run({ tenant, script }) {
      const one = await engineFor(tenant)
      one.scripts++
      try {
        const result = runScript(one.engine, script)
        const whole = result.ok || result.cause === 'script'
        if (!whole || !isFit(one.engine) || one.scripts >= maxScripts) drop(tenant)
        return result
      } catch {
        // A trap: out of memory or of stack where the engine could not say so.
        drop(tenant)
        return refused('overrun')
      }
    },
    prepare() {
      spare ??= fresh(worn)
      worn = undefined
    },
  }
}
