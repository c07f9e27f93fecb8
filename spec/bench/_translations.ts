import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The languages that are measured, and their names in the package electron-i18n. */
const LOCALES = { de: 'de-DE', fr: 'fr-FR', ja: 'ja-JP', ko: 'ko-KR', ru: 'ru-RU' } as const

export type TranslatedLanguage = keyof typeof LOCALES

/** The pages of one locale by address; only the members that are read. */
type Locale = Readonly<Record<string, { readonly sections: readonly { readonly body: string }[] }>>

/** Writes the Electron documentation in one language as Markdown files. */
export async function writeTranslation(
  source: string,
  language: TranslatedLanguage,
  folder: string,
): Promise<void> {
  // The package has exactly this form at the version that is fetched.
  const locales = (await Bun.file(source).json()) as Readonly<Record<string, Locale>>
  await rm(folder, { recursive: true, force: true })
  for (const [address, { sections }] of Object.entries(locales[LOCALES[language]] ?? {})) {
    const file = join(folder, `${address.replace(/^\/docs\//, '')}.md`)
    await mkdir(dirname(file), { recursive: true })
    await Bun.write(file, sections.map(({ body }) => body).join('\n'))
  }
}
