import { isRawJson, rawJson, rawText } from '@countersign/contracts'
import { endOfString } from './json-guard.ts'

const quote = 0x22
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const skipSpace = (text: Uint8Array, start: number): number => {
  let i = start
  while (isSpace(text[i])) i++
  return i
}

/**
 * The named members of a JSON object's text, each as its own text: key order, spelling of numbers
 * and escapes as they came, whitespace between the tokens dropped. Of a repeated name the last one
 * counts, as `JSON.parse` has it. The text must be valid JSON: this does not check it.
 */
export function rawMembers(text: Buffer, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  let i = skipSpace(text, 0)
  if (text[i] !== openBrace) return found
  while (i < text.length) {
    const start = skipSpace(text, i + 1)
    if (text[start] !== quote) break
    const end = endOfString(text, start)
    const name: unknown = JSON.parse(text.toString('utf8', start, end + 1))
    const value = skipSpace(text, skipSpace(text, end + 1) + 1)
    i = endOfValue(text, value)
    if (typeof name === 'string' && names.includes(name)) found.set(name, compact(text, value, i))
  }
  return found
}

/** The index of the comma or brace that follows the value at `start`. */
function endOfValue(text: Uint8Array, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    const byte = text[i]
    if (byte === quote) i = endOfString(text, i)
    else if (byte === openBrace || byte === openBracket) depth++
    else if (depth === 0 && (byte === comma || byte === closeBrace)) return i
    else if (byte === closeBrace || byte === closeBracket) depth--
  }
  return text.length
}

function compact(text: Buffer, start: number, end: number): string {
  const out: string[] = []
  let from = start
  for (let i = start; i < end; i++) {
    if (text[i] === quote) i = endOfString(text, i)
    else if (isSpace(text[i])) {
      out.push(text.toString('utf8', from, i))
      i = skipSpace(text, i)
      from = i--
    }
  }
  if (from < end) out.push(text.toString('utf8', from, end))
  return out.join('')
}

/** A copy of a parsed body in which the named members are `RawJson`, read from the body's text. */
export function withRaw(
  body: object,
  text: Buffer | undefined,
  names: readonly string[],
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...body }
  if (!text) return copy
  for (const [name, member] of rawMembers(text, names)) copy[name] = rawJson(member)
  return copy
}

/** JSON of a plain value in which `RawJson` stands as its text. */
export function jsonText(value: unknown): string {
  if (isRawJson(value)) return rawText(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`
}
