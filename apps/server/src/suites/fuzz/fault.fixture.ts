import fc from 'fast-check'

/** A body as it is sent, and what is wrong with it. */
export type Faulty = { readonly payload: string | Buffer; readonly fault: string }

/** Values that no field of ours takes, or that break what handles them carelessly. */
const poison: Readonly<Record<string, unknown>> = {
  null: null,
  string: 'x',
  'empty string': '',
  number: 17,
  negative: -1,
  fraction: 1.5,
  'huge number': 1e308,
  'beyond 64 bits': 2 ** 64,
  true: true,
  'empty list': [],
  'empty object': {},
  list: [1, 'a', null],
  object: { a: { b: [1] } },
  NUL: 'a\0b',
  'lone surrogate': 'a\ud800b',
  'right-to-left': '\u202eabc\u202c',
  'control character': 'a\u0007b',
  'newline in a header': 'a\r\nX-Evil: 1',
  'too long': 'x'.repeat(70_000),
  'long enough for a row': 'y'.repeat(4_097),
  'bad date': '2026-13-45T99:99:99Z',
  'date out of range': '+275760-09-14T00:00:00.000Z',
  'year 0': '0000-01-01T00:00:00Z',
  'not an address': 'javascript:alert(1)',
  'address with a password': 'http://u:p@127.0.0.1:1/',
  quote: `'; drop table webhooks.message; --`,
  percent: '%00%ff%',
  'sent in twice': [['a'], ['a'], { a: [{}] }],
  'many items': Array.from({ length: 300 }, (_, n) => `n${n}`),
}

type Path = readonly (string | number)[]

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (!isTree(value) || at.length > 5) return [at]
  const below = Object.keys(value).flatMap((key) => pathsOf(Reflect.get(value, key), [...at, key]))
  return [at, ...below]
}

/** A copy with another value at the path; `undefined` leaves the member out. */
function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  if (!isTree(value)) return value
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    name === String(key) ? replaced(member, rest, by) : member,
  ])
  if (Array.isArray(value)) return entries.map(([, member]) => member)
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined))
}

type Break = (body: unknown, path: Path) => Faulty

const asText = (fault: string, body: unknown): Faulty => ({
  fault,
  payload: JSON.stringify(body) ?? '',
})
const member = (text: string) => (body: unknown) => {
  const inner = isTree(body) ? JSON.stringify(body).slice(1, -1) : ''
  return `{${[text, inner].filter(Boolean).join(',')}}`
}

/** What is done to a whole body's text. */
const texts: Readonly<Record<string, (body: unknown) => string | Buffer>> = {
  nothing: () => '',
  'a list': (body) => JSON.stringify([body]),
  'not JSON': () => '{"a":',
  'a lone word': () => 'nonsense',
  'JSON twice': (body) => `${JSON.stringify(body)}${JSON.stringify(body)}`,
  'a byte order mark': (body) => `\ufeff${JSON.stringify(body)}`,
  'bytes that are no UTF-8': () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  __proto__: member('"__proto__":{"admin":true,"name":"p"}'),
  constructor: member('"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":null'),
  'an unknown field': member('"nobodyKnowsThis":1'),
  'a field twice': (body) => member(JSON.stringify(body ?? {}).slice(1, -1))(body),
  'deep nesting': member(`"payload":${'['.repeat(200)}${']'.repeat(200)}`),
  'nesting that is allowed': member(`"payload":${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  'many values': member(`"payload":[${'0,'.repeat(60_000)}0]`),
  'a number beyond all': member('"payload":{"n":1e999,"m":-0,"k":123456789012345678901234567890}'),
  'a key of NUL': member('"a\\u0000b":1,"metadata":{"a\\u0000":"\\u0000"}'),
}

const breaks: Readonly<Record<string, Break>> = {
  ...Object.fromEntries(
    Object.entries(poison).map(([name, value]): [string, Break] => [
      name,
      (body, path) => asText(`${name} at ${path.join('.')}`, replaced(body, path, value)),
    ]),
  ),
  missing: (body, path) => asText(`${path.join('.')} missing`, replaced(body, path, undefined)),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, textOf]): [string, Break] => [
      name,
      (body) => ({ fault: name, payload: textOf(body) }),
    ]),
  ),
}

/** Bodies with one fault each, made from valid ones. */
export const faultyBodies = (bodies: fc.Arbitrary<unknown>): fc.Arbitrary<Faulty> =>
  fc.tuple(bodies, fc.constantFrom(...Object.values(breaks)), fc.nat()).map(([body, fault, at]) => {
    const paths = pathsOf(body)
    return fault(body, paths[at % paths.length] ?? [])
  })

/** Values of a query that its schema may not take. */
export const faultyQueries: fc.Arbitrary<string> = fc.constantFrom(
  ...['', '0', '-1', '251', '1.5', '1e309', 'NaN', 'abc', 'true', 'null', '%00', '%ff', '%E0%A4%A'],
  ...['a'.repeat(5000), 'app_', 'msg_!', '-', '--ep_1', `-ep_${'a'.repeat(300)}`, 'ep_1', 'msg_1'],
  ...['atmpt_zzz', 'org_1', 'a,b,,c', ',', '%F0%9F%92%A9', '..%2F..', `'%20or%201=1`, '__proto__'],
  ...['2026-13-45', '2026-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1e3'],
  ...['%2B275760-09-14T00:00:00Z', '2026-01-01T00:00:00%2B99:99', '2026-02-30T00:00:00Z'],
)

/**
 * Ids in a path that name nothing, or are no ids at all; as they stand in the address. No `..`: clients
 * resolve it before they send.
 */
export const faultyIds: fc.Arbitrary<string> = fc.constantFrom(
  ...['app_0000000000000000000000000000', 'ep_1', 'msg_1', 'x', '-', '...', '%252e%252e', '%00'],
  ...['a%00b', '%ff', '%', '%E0%A4%A', 'a%2Fb', 'a'.repeat(257), 'b'.repeat(600), '%20', '%C3%A9'],
  ...[
    '%ED%A0%80',
    'did:web:nobody.example',
    'did:x',
    `'--`,
    '__proto__',
    'constructor',
    '%F0%9F%92%A9',
  ],
  ...['app_%EF%BF%BF', `msg_${'z'.repeat(27)}`, `atmpt_${'0'.repeat(27)}`, 'null', 'undefined'],
)
