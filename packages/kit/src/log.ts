import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** What may hold a secret or personal data, wherever it stands in a log line. */
const secretPaths = ['password', 'secret', 'token', 'authorization', 'cookie', 'email'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
)

/**
 * JSON lines on standard output, UTC, without bodies, headers or addresses. Errors keep their
 * message, code and stack; what a driver adds of a row's values (`detail`, `where`) stays out.
 */
export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[redacted]' },
      serializers: { err: errorFacts },
    },
    to,
  )

function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'Not an error object' }
  const code: unknown = Reflect.get(error, 'code')
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: errorFacts(error.cause) }),
  }
}
