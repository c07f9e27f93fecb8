import type { ThemeEntry } from '../../../contract/registry_theme.ts'
import { findFill, findReadable } from '../../../docs/model/contrast.ts'

/** The colour of links and marks in each theme, where a corpus names none. */
const ACCENT = { light: '#2353b5', dark: '#93b4ff' }

type Accent = { readonly light: string; readonly dark: string }

/** The colour of links and marks; one for the light theme alone has its like for the dark one. */
export function readAccent({ accent = ACCENT }: ThemeEntry): Accent {
  return { light: accent.light, dark: accent.dark ?? findReadable(accent.light, 'dark') }
}

/** The colour that fills; without one of its own, it follows the accent that a corpus names. */
export function readBrandColor({ brand, accent }: ThemeEntry): Accent | undefined {
  const light = brand?.light ?? (accent && findFill(accent.light))
  return light === undefined ? undefined : { light, dark: brand?.dark ?? light }
}
