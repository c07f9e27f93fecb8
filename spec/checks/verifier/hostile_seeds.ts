import { type AnswerSeed, API, changeText, path, replaceText } from './answer_seeds.ts'

const OPENAPI = 'developers/openapi.yaml'

const openapi = (from: string | RegExp, to: string) =>
  changeText(path(`/${OPENAPI}`), replaceText(from, to))

/** Adds a path to the OpenAPI document. */
const addPath = (name: string) =>
  openapi(
    /^paths:\n/m,
    `paths:\n  ${JSON.stringify(name)}:\n    get:\n      operationId: extra\n      responses: {}\n`,
  )

/** Answers that attack a client: endless lists, other hosts, endless recursion. */
export const HOSTILE_SEEDS: readonly AnswerSeed[] = [
  [
    'a list of pages that never ends',
    changeText(
      (request) =>
        request.path.startsWith(`${API}/pages`) && !request.path.startsWith(`${API}/pages/`),
      (text) => (text.startsWith('{"pages"') ? text.replace(/\}$/, ',"after":"p1"}') : text),
    ),
    {
      where: 'HTTP API',
      what: 'list of pages',
      found: 'more after',
      also: ['developers/workflows.arazzo.yaml'],
    },
  ],
  [
    'a path that is no pattern',
    addPath(`${API}/(x`),
    {
      where: OPENAPI,
      what: 'number of operations',
      found: '6',
      also: ['HTTP API', 'MCP', 'MCP 2026-07-28'],
    },
  ],
  [
    'a path that leads to another host',
    addPath('@127.0.0.1:9/x'),
    {
      where: OPENAPI,
      what: 'operation extra',
      expected: 'a path below',
      also: ['HTTP API', 'MCP'],
    },
  ],
  [
    'an address of an operation that is none',
    changeText(
      ({ path: asked, body }) => asked === '/mcp' && body.includes('"get_http_operation"'),
      (text) => text.replaceAll('/pages/{id}', '/%zz'),
    ),
    { where: 'MCP', what: 'operation getPage url', found: '%zz' },
  ],
  [
    'a schema with a pattern that is none',
    openapi(/^ {10}pattern: .*$/m, '          pattern: "(("'),
    {
      where: 'HTTP API',
      what: 'schema',
      found: 'a schema that verify cannot use',
      also: [OPENAPI, 'MCP'],
    },
  ],
  [
    'a schema that leads to itself',
    openapi(
      /^ {4}CorpusStatus:\n/m,
      '    CorpusStatus:\n      $ref: "#/components/schemas/CorpusStatus"\n',
    ),
    {
      where: 'HTTP API',
      what: 'schema',
      found: 'a schema that verify cannot use',
      also: [OPENAPI, 'MCP'],
    },
  ],
]
