import { jsonTooLarge } from '@countersign/kit/json-guard'
import { parseDocument, visit } from 'yaml'
import { SpecProblem } from './openapi-schema.rules.ts'

/**
 * A document from its text in JSON or YAML. Of YAML only what JSON can say: no tags of one's own, no
 * key twice, no circles, and aliases only so far as they do not multiply.
 *
 * Some texts take the parser minutes (it compares every anchor with every other), so this runs where
 * it can be stopped: see `spec-reader.ts`.
 * @throws SpecProblem
 */
export function parseSpec(text: string): unknown {
  if (/^\s*\[/.test(text)) throw new SpecProblem('The document must be an object')
  if (/^\s*\{/.test(text)) {
    const tooLarge = jsonTooLarge(Buffer.from(text))
    if (tooLarge) throw new SpecProblem(tooLarge)
    try {
      return JSON.parse(text)
    } catch {
      // A YAML document may begin with a brace as well.
    }
  }
  if ((text.match(anchor) ?? []).length > maxAnchors) throw new SpecProblem('Too many anchors')
  const document = parseDocument(text, { schema: 'core', merge: false, logLevel: 'error' })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) throw new SpecProblem(problem.message.split('\n', 1)[0] ?? 'Not YAML')
  visit(document, (_, node) => {
    if (typeof node === 'object' && node !== null && 'tag' in node && isOwn(node.tag))
      throw new SpecProblem('Tags are not allowed')
  })
  try {
    // Through text, so that what aliases share becomes what it looks like, and circles are found.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 20 }) ?? null))
  } catch (error) {
    if (error instanceof ReferenceError) throw new SpecProblem('Aliases multiply too much')
    if (error instanceof TypeError) throw new SpecProblem('Aliases lead in a circle')
    throw error
  }
}

/** What may be an anchor; a word of a description may look like one. */
const anchor = /(?<=^|[\s,:[{])&[^\s,\]}]/gm
const maxAnchors = 1000

/** Tags that YAML itself gives to what JSON knows too; `!!binary` and the like are none of those. */
const known = /^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/
const isOwn = (tag: unknown) => typeof tag === 'string' && !known.test(tag)
