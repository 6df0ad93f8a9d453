import { tenantEngines } from './engines.ts'
import { type Answer, type Question, refused, type ScriptResult } from './protocol.ts'

// The process that runs tenants' code. It knows nothing but the questions it is asked, and is killed
// when an answer is late.

const engines = tenantEngines()

const tell = (id: number, result: ScriptResult) => {
  const { user, system } = process.cpuUsage()
  const said: Answer = { id, result, cpuMs: (user + system) / 1000 }
  process.send?.(said)
}

process.on('message', (question: Question) => {
  engines.run(question).then(
    (result) => {
      tell(question.id, result)
      engines.prepare()
    },
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))

await engines.ready
tell(0, refused('busy'))
