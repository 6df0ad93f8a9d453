import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'

const source = path.join(import.meta.dirname, 'src')
const call = /\b(?:t|msg)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)/g

/** The folders that the portal shows, whose words are in the catalogues. */
export const spoken = ['ui', 'query', 'webhooks', 'portal'] as const

/** The messages that a module names in `t('…')` and `msg('…')`. */
export const messagesIn = (code: string): string[] =>
  [...code.matchAll(call)].map(([, single, double, plain]) =>
    (single ?? double ?? plain ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** Each module of the spoken folders with its code. */
export function spokenModules(): { file: string; code: string }[] {
  return spoken
    .flatMap((folder) =>
      readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
    .map((file) => ({ file, code: readFileSync(path.join(source, file), 'utf8') }))
}

/** A language's words for the English ones. */
export const catalogueOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(source, `portal/catalogue/${language}.json`), 'utf8'))

/** Messages as they are shipped, so that no page has to read ICU. */
export const compiled = (
  messages: Readonly<Record<string, string>>,
): Record<string, CompiledMessage> =>
  Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, compileMessage(text)]))
