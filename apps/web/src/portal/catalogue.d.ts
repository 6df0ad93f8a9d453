declare module 'virtual:catalogue/*' {
  /** English messages and what they are in this language, as lingui compiles them. */
  export const messages: import('@lingui/core').Messages
}
