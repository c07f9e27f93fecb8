import { type Static, Type } from '@sinclair/typebox'
import { publisherOf } from './identity.ts'

/** The file that every skill has at its root (agentskills.io, specification). */
export const SKILL_FILE = 'SKILL.md'

export const SKILL_NAME_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const SKILL_NAME_CHARACTERS_MAX = 64

/** What every host accepts of one skill (SEP-2640, limits). */
export const SKILL_FILES_MAX = 512
export const SKILL_BYTES_MAX = 16 * 1024 * 1024

/** A skill of a build; its files are served, so their digests are those of the manifest. */
export const SkillSchema = Type.Object({
  name: Type.String({ pattern: SKILL_NAME_PATTERN, maxLength: SKILL_NAME_CHARACTERS_MAX }),
  /** The front matter of its `SKILL.md`, member by member. */
  front_matter: Type.Record(Type.String(), Type.Unknown()),
  /** Paths below its folder, each file once. */
  files: Type.Array(Type.String()),
})
export type Skill = Static<typeof SkillSchema>

/** Address of a file of a skill over MCP; the host of the site tells whose skill it is. */
export function skillUri(baseUrl: string, name: string, file: string): string {
  return `skill://${publisherOf(baseUrl)}/${name}/${file}`
}
