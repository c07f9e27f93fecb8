/** A value kept on this device; absent where the browser keeps nothing. */
export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`site-${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value on this device; nothing depends on it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`site-${key}`)
    else localStorage.setItem(`site-${key}`, value)
  } catch {
    // A browser may forbid it: the value then lasts as long as the page.
  }
}
