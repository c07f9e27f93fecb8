/** Where programs look for the interfaces of a site that they know nothing of (RFC 9727). */
export const API_CATALOG_FILE = '.well-known/api-catalog'

/** A set of links, in the profile that says that they are of interfaces (RFC 9264, RFC 9727). */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The folder and the index of Agent Skills Discovery 0.2.0. */
export const SKILLS_FOLDER = '.well-known/agent-skills/'
export const SKILLS_INDEX_FILE: string = `${SKILLS_FOLDER}index.json`

/** The rules by which a browser loads a page of ours before its link is followed. */
export const SPECULATION_RULES_FILE = 'assets/pages.speculationrules'
