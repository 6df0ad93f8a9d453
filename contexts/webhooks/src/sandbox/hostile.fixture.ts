/**
 * Scripts that try to take time or memory, or to get out. Each names what may come of it: `dies` means
 * that it must be stopped, `refused` that it must end by itself without a webhook, `harmless` that it
 * may get a webhook which holds nothing but JSON.
 */
export type Hostile = {
  readonly what: string
  readonly body: string
  readonly fate: 'dies' | 'refused' | 'harmless'
}

const dies = (what: string, body: string): Hostile => ({ what, body, fate: 'dies' })
const refused = (what: string, body: string): Hostile => ({ what, body, fate: 'refused' })
const harmless = (what: string, body: string): Hostile => ({ what, body, fate: 'harmless' })

/** Bodies of `function handler(webhook)`; those that begin with `//top` are the whole code. */
export const hostileScripts: readonly Hostile[] = [
  dies('endless for', 'for (;;);'),
  dies('endless while with work', 'let n = 0; while (true) n = Math.sqrt(n + 1)'),
  dies('endless loop at the top', '//top\nfor (;;);\nfunction handler(w) { return w }'),
  dies('endless loop in catch', 'try { throw 1 } catch { for (;;); }'),
  dies('endless loop in finally', 'try { for (;;); } finally { for (;;); }'),
  dies('interrupt caught for ever', 'for (;;) { try { for (;;); } catch {} }'),
  dies(
    'endless generator',
    'function* g() { for (;;) yield 1 } for (const x of g()); return webhook',
  ),
  refused('spread of an endless generator', 'function* g() { for (;;) yield 1 } return [...g()]'),
  dies(
    'endless iterator from Symbol.iterator',
    'const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; new Set(it)',
  ),
  dies('native walk over 2^53 places', 'Array.prototype.indexOf.call({ length: 2 ** 53 }, 1)'),
  dies('native walk backwards', 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 }, 1)'),
  dies('sort with an endless comparison', '[2, 1].sort(() => { for (;;); })'),
  dies('replace with an endless function', '"a".replace(/a/, () => { for (;;); })'),
  dies('regular expression bomb', 'return /^(a|a)*$/.test("a".repeat(40) + "b")'),
  dies('nested quantifiers', 'return /^(([a-z])+.)+[A-Z]([a-z])+$/.test("a".repeat(60))'),
  dies('getter that never returns', 'return { get method() { for (;;); } }'),
  dies('toJSON that never returns', 'return { payload: { toJSON() { for (;;); } } }'),
  dies('error message that never ends', 'throw { get message() { for (;;); } }'),
  dies(
    'Symbol.hasInstance of Promise',
    [
      'Object.defineProperty(Promise, Symbol.hasInstance, { value: () => { for (;;); } })',
      'return webhook',
    ].join('\n'),
  ),
  dies(
    'proxy whose keys never end',
    ['return { payload: new Proxy({}, { ownKeys() { for (;;); } }) }'].join('\n'),
  ),
  dies('exponential recursion', 'const f = () => { try { f() } finally { f() } }; f()'),
  refused('huge BigInt power', 'let n = 3n; for (;;) n = n * n'),
  refused('plain recursion', 'const f = () => f() + 1; return f()'),
  refused('recursion through toString', 'const o = { toString: () => o + "" }; return o + ""'),
  refused('string growth', 'let s = "x"; for (;;) s += s'),
  refused('string repeat', 'return { payload: "x".repeat(2 ** 30) }'),
  refused('padding', 'return { payload: "x".padEnd(2 ** 29, "yz") }'),
  refused('array growth', 'const a = []; for (;;) a.push(new Array(1000).fill(1))'),
  refused('typed array of 1 GB', 'new Uint8Array(2 ** 30).fill(1); return webhook'),
  refused('many buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20))'),
  refused('map growth', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'),
  refused(
    'billion laughs',
    ['let a = ["lol"]; for (let i = 0; i < 40; i++) a = [a, a]', 'return { payload: a }'].join(
      '\n',
    ),
  ),
  refused(
    'nesting without end',
    'let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return { payload: a }',
  ),
  refused('JSON text of brackets', 'JSON.parse("[".repeat(1e6)); return webhook'),
  refused('circle', 'webhook.payload.self = webhook; return webhook'),
  refused('2 MB of output', 'return { payload: "x".repeat(2 ** 21) }'),
  refused('1 MB of output in 3-byte characters', 'return { payload: "€".repeat(5e5) }'),
  refused('BigInt payload', 'return { payload: 1n }'),
  refused('function as payload', 'return { payload: () => 1 }'),
  refused('a promise that never resolves', 'return new Promise(() => {})'),
  refused(
    'async handler',
    '//top\nasync function handler(w) { for await (const x of []); return w }',
  ),
  refused(
    'top-level await',
    '//top\nawait new Promise(() => {})\nfunction handler(w) { return w }',
  ),
  refused('static import', '//top\nimport fs from "node:fs"\nfunction handler(w) { return w }'),
  refused('require', 'return { payload: require("fs").readFileSync("/etc/passwd", "utf8") }'),
  refused('process', 'return { payload: process.env }'),
  refused(
    'process by constructor',
    ['return { payload: webhook.constructor.constructor("return process")().env }'].join('\n'),
  ),
  refused('fetch', 'return { payload: fetch("http://169.254.169.254/") }'),
  refused('timer', 'setTimeout(() => {}, 0); return webhook'),
  refused('WebAssembly', 'return { payload: new WebAssembly.Memory({ initial: 1 }) }'),
  refused('no object', 'return 7'),
  refused('method DELETE', 'return { ...webhook, method: "DELETE" }'),
  refused('method by toString', 'return { ...webhook, method: { toString: () => "POST" } }'),
  refused('file URL', 'return { ...webhook, url: "file:///etc/passwd" }'),
  refused('URL of 100 kB', 'return { ...webhook, url: "http://a/" + "x".repeat(1e5) }'),
  refused('lone handler of another kind', '//top\nconst handler = { call() {} }'),
  harmless('dynamic import', 'import("node:fs"); return webhook'),
  harmless(
    'prototype pollution',
    [
      'Object.prototype.toJSON = () => "gotcha"; Object.prototype.cancel = false',
      'Array.prototype[1] = "PUT"; Object.prototype.ok = 1',
      'return webhook',
    ].join('\n'),
  ),
  harmless(
    'JSON replaced',
    ['JSON.stringify = () => "not json"; JSON.parse = () => 1', 'return webhook'].join('\n'),
  ),
  harmless(
    'setters on Array.prototype',
    [
      'for (const i of [0, 1, 2, 3]) Object.defineProperty(Array.prototype, i, { set() {} })',
      'return webhook',
    ].join('\n'),
  ),
  harmless('__proto__ in the payload', 'return { payload: JSON.parse(\'{"__proto__":{"a":1}}\') }'),
  harmless('lone surrogates', 'return { payload: "\\ud800" }'),
]

/** The code of a hostile script. */
export const codeOf = ({ body }: Hostile): string =>
  body.startsWith('//top') ? body : `function handler(webhook) {\n${body}\n}`
