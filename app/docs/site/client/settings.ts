import type { ScriptSettings } from '../settings.ts'

/** The build puts the settings of the site in front of this script. */
declare const SITE: ScriptSettings

/** What the build says about the site. */
export const settings: ScriptSettings = SITE
