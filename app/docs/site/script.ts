import { LIMITS } from '../../contract/limits.ts'
import { CAPABILITY_STATUSES, factsOf } from '../../contract/statuses.ts'
import bundle from './script_bundle.txt' with { type: 'text' }
import { SCRIPT_TEXTS, type ScriptSettings } from './settings.ts'
import { fillCount, labelStatus, type SiteTexts, textLanguageOf } from './texts.ts'

type ScriptOptions = {
  readonly language: string
  readonly texts: SiteTexts
  readonly search: ScriptSettings['search']
}

/** The script of a site: its settings, then the code that `scripts/bundle_clients.ts` made. */
export function renderScript({ language, texts, search }: ScriptOptions): string {
  const tooLong = fillCount(texts['search.tooLong'], language, { count: LIMITS.queryCharactersMax })
  const filled = { ...texts, 'search.tooLong': tooLong }
  const shown = Object.fromEntries(SCRIPT_TEXTS.map((key) => [key, filled[key]]))
  const statuses = Object.fromEntries(
    CAPABILITY_STATUSES.filter((status) => !factsOf(status).isUsual).map((status) => [
      status,
      { label: labelStatus(texts, status), tone: factsOf(status).tone },
    ]),
  )
  const settings = {
    language: textLanguageOf(language),
    texts: shown,
    statuses,
    queryCharactersMax: LIMITS.queryCharactersMax,
    search,
  }
  return `(()=>{const SITE=${JSON.stringify(settings)};${bundle.trim()}})()\n`
}
