const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The English name of a country code, or the code itself. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
