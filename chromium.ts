import { existsSync } from 'node:fs'

/** Debian's package without windows takes a third less time than the whole browser; either will do. */
export const headlessShell = '/usr/bin/chromium-headless-shell'
const wholeBrowser = '/usr/bin/chromium'

/** The path of the Chromium that journeys run in; undefined where the machine has none. */
export const chromiumPath = (): string | undefined =>
  [headlessShell, wholeBrowser].find((path) => existsSync(path))
