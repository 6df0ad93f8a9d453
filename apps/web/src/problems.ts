type Sink = (error: unknown) => void

const waiting: unknown[] = []
let sink: Sink | undefined

function tell(error: unknown): void {
  if (sink) sink(error)
  else if (waiting.length < 20) waiting.push(error)
}

addEventListener('error', ({ error }) => tell(error))
addEventListener('unhandledrejection', ({ reason }) => tell(reason))

/** Collects the errors that nobody caught, from now on and those that came before. */
export function collectProblems(collect: Sink): void {
  sink = collect
  for (const error of waiting.splice(0)) collect(error)
}
