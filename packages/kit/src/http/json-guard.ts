/** What a body may hold at the most, whatever its size. */
const maxDepth = 64
const maxNodes = 50_000

const quote = 0x22
const backslash = 0x5c

/**
 * Why a JSON text must not be parsed, or null. One linear pass over the bytes that counts nesting and
 * values, so that a megabyte of brackets costs a millisecond and not half a second.
 * It does not check the grammar: `JSON.parse` does.
 */
export function jsonTooLarge(text: Uint8Array): string | null {
  let depth = 0
  let nodes = 1
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]
    if (byte === quote) {
      i = endOfString(text, i)
    } else if (byte === 0x7b || byte === 0x5b) {
      nodes++
      if (++depth > maxDepth) return `JSON can be nested at most ${maxDepth} levels deep`
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--
    } else if (byte === 0x2c && ++nodes > maxNodes) {
      return `JSON can hold at most ${maxNodes} values`
    }
  }
  return null
}

/** The index of the quote that closes the string opened at `start`, or the text's length. */
export function endOfString(text: Uint8Array, start: number): number {
  let i = start + 1
  while (i < text.length && text[i] !== quote) i += text[i] === backslash ? 2 : 1
  return i
}
