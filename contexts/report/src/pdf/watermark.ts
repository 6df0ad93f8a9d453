/** What stands across the pages of what somebody reads of others. */
export const watermarkFor = (reader: string, at: Date): string =>
  `Prepared for ${reader} · ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
