import { speak } from '../ui/language.ts'
import { languageOf } from './language.rules.ts'

const catalogues = {
  de: () => import('virtual:catalogue/de'),
  ja: () => import('virtual:catalogue/ja'),
} as const

/** Puts the page into its language; a catalogue that can’t be had leaves it in English. */
export async function speakAsAsked(): Promise<void> {
  const name = languageOf(new URLSearchParams(location.search).get('lang'), navigator.languages)
  if (name === 'en') return
  const { messages } = await catalogues[name]().catch(() => ({ messages: undefined }))
  if (messages) speak(name, messages)
}
