import type { ThemeEntry } from '../../../contract/registry_theme.ts'
import { findReadable } from '../../../docs/model/contrast.ts'

/** The colour of links and marks in each theme, where a corpus names none. */
const ACCENT = { light: '#2353b5', dark: '#93b4ff' }

type Accent = { readonly light: string; readonly dark: string }

/** The colour of links and marks; one for the light theme alone has its like for the dark one. */
export function readAccent({ accent = ACCENT }: ThemeEntry): Accent {
  return { light: accent.light, dark: accent.dark ?? findReadable(accent.light, 'dark') }
}
