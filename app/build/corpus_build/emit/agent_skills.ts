import { SKILLS_FOLDER, SKILLS_INDEX_FILE } from '../../../contract/mcp_discovery.ts'
import { HTTP_API_PREFIX } from '../../../contract/operations/mod.ts'
import { DESCRIPTION_CHARACTERS_MAX } from '../../../contract/package_files.ts'
import { MCP_PATH } from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { describeFile, type EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson, encodeUtf8, shorten, toOneLine } from '../../../text/source_text/escape.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/**
 * One skill: how an agent answers from this documentation, and the index that leads to it. The
 * digest is that of the bytes as they are served uncompressed.
 */
export function emitAgentSkills(corpus: Corpus): readonly EmittedFile[] {
  const { service } = corpus.registry
  // A name of a service may end with a hyphen or have two; that of a skill may not.
  const name = service.name.replace(/-+/g, '-').replace(/-$/, '')
  const purpose = `Answers questions about ${service.title} from its documentation.`
  const description = shorten(`${purpose} ${service.description}`, DESCRIPTION_CHARACTERS_MAX)
  const skill = {
    path: `${SKILLS_FOLDER}${name}/SKILL.md`,
    bytes: encodeUtf8(renderSkill(corpus, name, description)),
  }
  const url = `${baseOf(corpus.baseUrl)}/${skill.path}`
  const digest = `sha256:${describeFile(skill).sha256}`
  const entry = { name, type: 'skill-md', description, url, digest }
  const index = encodeJson({ $schema: SCHEMA, skills: [entry] })
  return [skill, { path: SKILLS_INDEX_FILE, bytes: index }]
}

/** Front matter is YAML, in which a JSON text is a text. */
function renderSkill({ registry, published, baseUrl }: Corpus, name: string, about: string) {
  const base = baseOf(baseUrl)
  const { service, tools, operations } = registry
  const routes = operations
    .filter(({ operation }) => published.includes(operation))
    .map(({ path, summary }) => `- \`GET ${base}${HTTP_API_PREFIX}${path}\`: ${toOneLine(summary)}`)
  const parts = [
    ['---', `name: ${name}`, `description: ${JSON.stringify(about)}`, '---'].join('\n'),
    `# ${toOneLine(service.title)}`,
    toOneLine(service.instructions),
    '## Over MCP',
    `The endpoint is ${base}${MCP_PATH} (Streamable HTTP, no credential). Its tools:`,
    tools.map((tool) => `- \`${tool.name}\`: ${toOneLine(tool.title)}`).join('\n'),
    ...(routes.length > 0 ? ['## Over HTTP', routes.join('\n')] : []),
    `## As files\n\n- ${base}/llms.txt lists every page; each link leads to its Markdown.`,
  ]
  return `${parts.join('\n\n')}\n`
}
