const apple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys that open the palette, as this machine writes them. */
export const paletteKeys = apple ? '⌘K' : 'Ctrl K'
