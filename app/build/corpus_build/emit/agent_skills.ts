import { SKILLS_FOLDER, SKILLS_INDEX_FILE } from '../../../contract/mcp_discovery.ts'
import { HTTP_API_PREFIX } from '../../../contract/operations/mod.ts'
import { DESCRIPTION_CHARACTERS_MAX } from '../../../contract/package_files.ts'
import { MCP_PATH } from '../../../contract/protocol.ts'
import { SKILL_FILE, type Skill } from '../../../contract/skills.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { CorpusSkill } from '../../../docs/model/skill.ts'
import { describeFile, type EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson, encodeUtf8, shorten, toOneLine } from '../../../text/source_text/escape.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/**
 * The files of every skill, and the index that leads to them. A digest is that of the bytes as they
 * are served uncompressed.
 */
export function emitAgentSkills(corpus: Corpus): readonly EmittedFile[] {
  const base = baseOf(corpus.baseUrl)
  const skills = listSkills(corpus)
  const files = skills.flatMap((skill) =>
    skill.files.map(({ path, bytes }) => ({ path: pathOf(skill, path), bytes })),
  )
  const entries = skills.map((skill) => {
    const path = pathOf(skill, SKILL_FILE)
    const file = files.find((each) => each.path === path)
    const digest = `sha256:${file === undefined ? '' : describeFile(file).sha256}`
    const { name, description } = skill.frontMatter
    return { name, type: 'skill-md', description, url: `${base}/${path}`, digest }
  })
  const index = encodeJson({ $schema: SCHEMA, skills: entries })
  return [...files, { path: SKILLS_INDEX_FILE, bytes: index }]
}

/** What the service file says of the skills; the manifest has the digests of their files. */
export function describeSkills(corpus: Corpus): Skill[] {
  return listSkills(corpus).map(({ name, frontMatter, files }) => ({
    name,
    front_matter: frontMatter,
    files: files.map(({ path }) => path),
  }))
}

/** The name of the generated skill: that of a service may end with a hyphen or have two. */
export function nameOwnSkill(serviceName: string): string {
  return serviceName.replace(/-+/g, '-').replace(/-$/, '')
}

function pathOf({ name }: EmittedSkill, path: string): string {
  return `${SKILLS_FOLDER}${name}/${path}`
}

type EmittedSkill = Omit<CorpusSkill, 'place'>

/** How an agent answers from this documentation, and what the corpus adds. */
function listSkills(corpus: Corpus): readonly EmittedSkill[] {
  const { service } = corpus.registry
  const name = nameOwnSkill(service.name)
  const purpose = `Answers questions about ${service.title} from its documentation.`
  const description = shorten(`${purpose} ${service.description}`, DESCRIPTION_CHARACTERS_MAX)
  const bytes = encodeUtf8(renderSkill(corpus, name, description))
  const own = { name, frontMatter: { name, description }, files: [{ path: SKILL_FILE, bytes }] }
  return [own, ...corpus.skills]
}

/**
 * Front matter is YAML, in which a JSON text is a text. Users approve the bytes of a skill, so
 * nothing is in it that a new page, release or sister site would change.
 */
function renderSkill(corpus: Corpus, name: string, about: string): string {
  const base = baseOf(corpus.baseUrl)
  const { service, tools, operations } = corpus.registry
  const routes = operations
    .filter(({ operation }) => corpus.published.includes(operation))
    .map(({ path, summary }) => `- \`GET ${base}${HTTP_API_PREFIX}${path}\`: ${toOneLine(summary)}`)
  const parts = [
    ['---', `name: ${JSON.stringify(name)}`, `description: ${JSON.stringify(about)}`, '---'].join(
      '\n',
    ),
    `# ${toOneLine(service.title)}`,
    toOneLine(corpus.ownInstructions),
    '## Over MCP',
    `The endpoint is ${base}${MCP_PATH} (Streamable HTTP, no credential). Its tools:`,
    tools.map((tool) => `- \`${tool.name}\`: ${toOneLine(tool.title)}`).join('\n'),
    ...(routes.length > 0 ? ['## Over HTTP', routes.join('\n')] : []),
    `## As files\n\n- ${base}/llms.txt lists every page; each link leads to its Markdown.`,
  ]
  return `${parts.join('\n\n')}\n`
}
