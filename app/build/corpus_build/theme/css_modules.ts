/** Style sheets are imported as text, so that the single executable contains them. */
declare module '*.css' {
  const text: string
  export = text
}
