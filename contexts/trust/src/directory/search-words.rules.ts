import { companyDomain, websiteDomain } from '@countersign/kit/mail-domain'

/** Signs of scripts that write no spaces: each counts as a word. */
const sign = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** The words of a search, each once, ten at the most. An address of a page or of mail counts as its domain. */
export const searchWords = (q: string): string[] =>
  [...new Set(q.split(/\s+/).filter(Boolean).map(siteIn))].slice(0, 10)

function siteIn(word: string): string {
  if (word.includes('@')) return companyDomain(word) ?? word
  if (/^https?:\/\//i.test(word)) return websiteDomain(word) ?? word
  return /^www\.|\..*\//i.test(word) ? (websiteDomain(`https://${word}`) ?? word) : word
}

/** Whether a word begins with such a sign. */
export const isSign = (word: string): boolean => sign.test(word)

/** Whether a word begins one of what is searched: a sign, and one or two letters. More stand anywhere. */
export const isBeginning = (word: string): boolean => [...word].length < 3 || isSign(word)

/** The words that a name may merely resemble: those of four letters or more, unless there are many. */
export function resembledWords(q: string): string[] {
  const long = searchWords(q).filter((word) => [...word].length > 3 && !isSign(word))
  return long.length <= 3 ? long : []
}
