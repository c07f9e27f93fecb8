import { A2A_PATH } from '../../contract/a2a.ts'
import { OAUTH_PATHS, WELL_KNOWN } from '../../contract/oauth.ts'
import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import { CHATGPT_PATH, MCP_PATH } from '../../contract/protocol.ts'

/** Classes of paths, and how each is written as a route. */
export const ROUTES = {
  mcp: MCP_PATH,
  a2a: A2A_PATH,
  http_api: `${HTTP_API_PREFIX}/*`,
  oauth: '/oauth/*',
  static: '/*',
} as const

const MCP_EXACT: ReadonlySet<string> = new Set(
  [MCP_PATH, CHATGPT_PATH].flatMap((path) => [path, `${path}/`]),
)

const OAUTH_EXACT: ReadonlySet<string> = new Set([
  ...Object.values(WELL_KNOWN),
  OAUTH_PATHS.account,
])

/** The interface that a path belongs to; pages and files are one class, whatever their number. */
export function classifyPath(path: string): keyof typeof ROUTES {
  if (MCP_EXACT.has(path)) return 'mcp'
  if (path === HTTP_API_PREFIX || path.startsWith(`${HTTP_API_PREFIX}/`)) return 'http_api'
  if (path === A2A_PATH || path === `${A2A_PATH}/`) return 'a2a'
  const isOauth =
    path.startsWith('/oauth/') ||
    path.startsWith(`${OAUTH_PATHS.account}/`) ||
    OAUTH_EXACT.has(path)
  return isOauth ? 'oauth' : 'static'
}

/** The path of an absolute address, without parsing all of it. */
export function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const to = url.indexOf('?', from)
  return to === -1 ? url.slice(from) : url.slice(from, to)
}
