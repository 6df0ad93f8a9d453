import { i18n, type Messages } from '@lingui/core'

/** The languages that a page can be in. */
export type Language = 'en' | 'de' | 'ja'

/** What stands in the places of a message, such as `{count}`. */
export type Values = Readonly<Record<string, string | number>>

i18n.load('en', {})
i18n.activate('en')

/**
 * Takes the messages of a module as the build has compiled them; the build adds the calls.
 * @public
 */
export const learn = (messages: Messages): void => i18n.load('en', messages)

/** Marks a message that is shown elsewhere, by `t`, so that the catalogues have it. */
export const msg = (message: string): string => message

/**
 * A message in the language of the page. English is what stands in the code; with values it is an ICU
 * message: `{count, plural, one {# message} other {# messages}}`.
 */
export const t = (message: string, values?: Values): string =>
  values || Object.hasOwn(i18n.messages, message) ? i18n._(message, values) : message

/** The language of the page. */
export const language = (): string => i18n.locale

/** The language by which dates are written: British English, since months have no number there. */
export const dateLocale = (): string => (i18n.locale === 'en' ? 'en-GB' : i18n.locale)

/** A number as the language of the page writes it. */
export const numberText = (value: number): string => value.toLocaleString(i18n.locale)

/** Puts the page into another language than English. */
export function speak(name: Language, messages: Messages): void {
  i18n.load(name, messages)
  i18n.activate(name)
  document.documentElement.lang = name
}
