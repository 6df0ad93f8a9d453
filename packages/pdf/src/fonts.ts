import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A font that has been registered with a document. */
export type FontName = `${Script}-${Weight}`
type Script = 'latin' | 'arabic' | 'hebrew' | 'japanese' | 'korean' | 'chinese'
type Weight = 'regular' | 'bold'

const require = createRequire(import.meta.url)

/** The fonts of each script: its package and its files. Those of CJK are installed unless left out. */
const sources: Readonly<Record<Script, readonly [name: string, regular: string, bold: string]>> = {
  latin: ['latin', 'NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'],
  arabic: ['arabic', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
  hebrew: ['hebrew', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
  japanese: ['jp', 'NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'],
  korean: ['kr', 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'],
  chinese: ['sc', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
}

/** The first that knows a character prints it: kana mark Japanese, but shared characters go to it too. */
const order: readonly Script[] = ['latin', 'arabic', 'hebrew', 'japanese', 'korean', 'chinese']

/** A font file as fontkit opens it, as far as it is used here. */
export type OpenFont = { hasGlyphForCodePoint(point: number): boolean }

/** What of a document the fonts need: to open a file under a name. */
type Opener = (name: FontName, file: Buffer) => OpenFont

/** The fonts of one document. They are opened when a character first needs them. */
export type Fonts = {
  /** The font for a character, or undefined if none knows it. */
  fontFor(point: number, weight: Weight): FontName | undefined
}

const files = new Map<FontName, Buffer | undefined>()

/** A font's file, read once in this thread; undefined where its package is not installed. */
function fileOf(script: Script, weight: Weight): Buffer | undefined {
  const name: FontName = `${script}-${weight}`
  if (!files.has(name)) {
    const [pack, regular, bold] = sources[script]
    const file = weight === 'bold' ? bold : regular
    files.set(name, readIfInstalled(`@embedpdf/fonts-${pack}`, file))
  }
  return files.get(name)
}

function readIfInstalled(pack: string, file: string): Buffer | undefined {
  try {
    const entry = require.resolve(pack)
    return readFileSync(join(dirname(entry), '..', 'fonts', file))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return
    throw error
  }
}

/** Chooses fonts by character for one document. */
export function fontsOf(open: Opener): Fonts {
  const opened = new Map<FontName, OpenFont | undefined>()
  const fontOf = (script: Script, weight: Weight) => {
    const name: FontName = `${script}-${weight}`
    if (!opened.has(name)) {
      const file = fileOf(script, weight)
      opened.set(name, file && open(name, file))
    }
    return opened.get(name)
  }
  const found = { regular: new Map<number, FontName>(), bold: new Map<number, FontName>() }
  return {
    fontFor: (point, weight) => {
      const known = found[weight].get(point)
      if (known) return known
      const script = order.find((one) => fontOf(one, weight)?.hasGlyphForCodePoint(point))
      if (!script) return undefined
      found[weight].set(point, `${script}-${weight}`)
      return `${script}-${weight}`
    },
  }
}
