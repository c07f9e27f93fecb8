/** Whether a text is a regular expression as JSON Schema has them (ECMA-262, with `u`). */
export function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
