/** Style sheets are imported as text, so that a compiled program carries them. */
declare module '*.css' {
  const text: string
  export = text
}
