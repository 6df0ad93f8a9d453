import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { nothingSent, refused, type Script, type ScriptResult } from './protocol.ts'

// No library of the compiler's that may be used here declares this.
type Memory = { readonly buffer: ArrayBuffer }
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => Memory
  compile(bytes: Uint8Array): Promise<object>
}

/** Pages of 64 KiB. The first number is the engine's own; the second caps what a script may take. */
const pages = { initial: 256, maximum: 512 }
/** Short of the deadline after which the process is killed: most scripts that never end stop here. */
const interruptMs = 800
const stackBytes = 256 * 1024
const fileName = 'transformation.js'

/**
 * Runs inside, before the tenant's code, so that it holds the functions as they came: whatever the
 * code does to `JSON` or to prototypes reaches only its own result. Answers literal arrays, whose
 * members no prototype can replace.
 */
const harness = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const { getPrototypeOf } = Object
  const { Promise, String } = globalThis
  const waiting = getPrototypeOf(async () => {})
  const yielding = getPrototypeOf(function* () {})
  const waitingAndYielding = getPrototypeOf(async function* () {})
  const check = (handler) => {
    const kind = getPrototypeOf(handler)
    return kind === waiting || kind === yielding || kind === waitingAndYielding
      ? 'The handler must not be async or a generator: it returns what to send'
      : ''
  }
  const text = (value) => typeof value === 'string' ? value : String(value)
  const explain = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return [text(error), '']
      return [text(error.name) + ': ' + text(error.message), text(error.stack)]
    } catch {
      return ['unknown error', '']
    }
  }
  // A raw payload need not be JSON: then the code gets its text.
  const read = (payload) => {
    try {
      return [parse(payload), false]
    } catch {
      return [payload, true]
    }
  }
  const run = (handler, url, eventType, text, variables, most) => {
    const [payload, isText] = read(text)
    const given = {
      method: 'POST',
      url,
      payload,
      eventType,
      variables: parse(variables),
      cancel: false,
    }
    const unchanged = stringify(given.payload)
    let got
    try {
      got = handler(given)
    } catch (error) {
      return ['threw', ...explain(error)]
    }
    if (typeof got !== 'object' || got === null) return ['wrong', 'handler returned no object']
    if (got instanceof Promise) return ['wrong', 'handler returned a promise']
    if (got.cancel === true) return ['canceled']
    const { method = 'POST', url: to = url } = got
    const { payload: result } = got
    const made = isText && typeof result === 'string' ? result : stringify(result)
    if (method !== null && method !== 'POST' && method !== 'PUT')
      return ['wrong', 'method must be POST or PUT']
    if (to !== null && typeof to !== 'string') return ['wrong', 'url must be a string']
    if (typeof made !== 'string') return ['wrong', 'payload must be a JSON value']
    if (made.length > most || (to !== null && to.length > 65536)) return ['large']
    // As it came: numbers that JavaScript cannot hold, and how they are spelled, stay as they are.
    return ['made', method ?? 'POST', to ?? url, !isText && made === unchanged ? text : made]
  }
  return [run, explain, check]
})()`

const variant: QuickJSSyncVariant = {
  type: 'sync',
  importFFI: async () => (await import('@jitl/quickjs-ng-wasmfile-release-sync/ffi')).QuickJSFFI,
  importModuleLoader: () => import('@jitl/quickjs-ng-wasmfile-release-sync/emscripten-module'),
}
const wasmModule = await WebAssembly.compile(
  await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'))),
)

/** An engine with a memory of its own. */
export type Engine = { readonly quickjs: QuickJSWASMModule; readonly memory: Memory }

/**
 * A fresh engine: nothing of a script that ran before is in its memory.
 * @param worn an engine that is used no more; to wipe its memory is far cheaper than to get another
 */
export async function freshEngine(worn?: Engine): Promise<Engine> {
  const memory = worn && isFit(worn) ? worn.memory : new WebAssembly.Memory(pages)
  if (worn) wipe(memory)
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule, wasmMemory: memory }),
  )
  return { quickjs, memory }
}

const zeros = Buffer.alloc(65_536)

/** Page by page, so that one which was never touched is not made to take room. */
function wipe({ buffer }: Memory) {
  for (let at = 0; at < buffer.byteLength; at += zeros.length) {
    const page = Buffer.from(buffer, at, zeros.length)
    if (!page.equals(zeros)) page.fill(0)
  }
}

/** True while an engine may run another script of the same tenant: no script has made it grow. */
export const isFit = ({ memory }: Engine): boolean =>
  memory.buffer.byteLength === pages.initial * 65_536

/** Runs a script in a context of its own. Throws when the engine is broken. */
export function runScript({ quickjs }: Engine, script: Script): ScriptResult {
  const end = performance.now() + interruptMs
  const overdue = () => performance.now() > end
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(stackBytes)
  runtime.setInterruptHandler(overdue)
  const context = runtime.newContext()
  const result = within(context, script)
  if (overdue()) return refused('overrun')
  context.dispose()
  runtime.dispose()
  return result
}

function within(context: QuickJSContext, { code, webhook }: Script): ScriptResult {
  const tools = context.unwrapResult(context.evalCode(harness, 'harness.js'))
  const run = context.getProp(tools, 0)
  const explain = context.getProp(tools, 1)
  const check = context.getProp(tools, 2)
  const owned = [tools, run, explain, check]
  const own = <H extends QuickJSHandle>(handle: H): H => {
    owned.push(handle)
    return handle
  }
  const failure = (error: QuickJSHandle): ScriptResult => {
    const told = context.callFunction(explain, context.undefined, own(error))
    if (told.error) return refused('script', 'unknown error')
    const [message = '', stack = ''] = textsOf(context, own(told.value))
    return refused('script', message, lineOf(stack))
  }
  try {
    const evaluated = context.evalCode(code, fileName)
    if (evaluated.error) return failure(evaluated.error)
    own(evaluated.value)
    const found = context.evalCode('handler')
    if (found.error) return noHandler(own(found.error))
    const handler = own(found.value)
    if (context.typeof(handler) !== 'function') return noHandler()
    if (webhook === null) {
      const checked = context.callFunction(check, context.undefined, handler)
      if (checked.error) return failure(checked.error)
      const problem = context.getString(own(checked.value))
      return problem === '' ? nothingSent : refused('script', problem)
    }
    const { url, eventType, payload, variables = {}, maxBytes } = webhook
    const texts = [url, eventType, payload, JSON.stringify(variables)]
    const given = texts.map((text) => own(context.newString(text)))
    const most = own(context.newNumber(maxBytes))
    const answered = context.callFunction(run, context.undefined, handler, ...given, most)
    if (answered.error) return failure(answered.error)
    return judge(textsOf(context, own(answered.value)), maxBytes)
  } finally {
    for (const handle of owned) handle.dispose()
  }
}

const noHandler = (_error?: QuickJSHandle) =>
  refused('script', 'The code must declare a function named handler')

function textsOf(context: QuickJSContext, array: QuickJSHandle): string[] {
  const texts: string[] = []
  for (let i = 0; i < 4; i++) {
    const item = context.getProp(array, i)
    if (context.typeof(item) === 'string') texts.push(context.getString(item))
    item.dispose()
  }
  return texts
}

const lineOf = (stack: string) => {
  const [, line] = /transformation\.js:(\d{1,6})/.exec(stack.slice(0, 4096)) ?? []
  return line === undefined ? undefined : Number(line)
}

function judge([kind, ...rest]: string[], maxBytes: number): ScriptResult {
  const [first = '', second = '', third = ''] = rest
  if (kind === 'canceled') return nothingSent
  if (kind === 'threw') return refused('script', first, lineOf(second))
  if (kind === 'wrong') return refused('script', first)
  if (kind !== 'made') return refused('script', 'the result is too large')
  if (Buffer.byteLength(third) > maxBytes) return refused('script', 'the result is too large')
  if (!isWebUrl(second)) return refused('script', 'url must be an http or https URL')
  const method = first === 'PUT' ? 'PUT' : 'POST'
  return { ok: true, method, url: second, payload: third, cancel: false }
}

const isWebUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
