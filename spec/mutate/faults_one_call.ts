import { type Fault, faultsIn } from './fault.ts'

const ONE_CALL = 'spec/interfaces/mcp/one_call_spec.ts'
const PARITY = 'spec/surfaces/parity_spec.ts'
const AGENTS = 'spec/bench/agents/agents_spec.ts'

/** Faults in passages, in the list of tools, and in how arguments and old names are understood. */
export const ONE_CALL_FAULTS: readonly Fault[] = [
  ...faultsIn('app/docs/public_docs/_record_lists.ts', ONE_CALL, [
    { id: 'mcp.one_call', find: 'most: 1200', replace: 'most: 4600' },
    { id: 'mcp.one_call', find: 'rank < PASSAGE_SIZES.length', replace: 'rank < 0' },
    { id: 'search.close_results', find: 'closeness >= FAR_SHARE', replace: 'closeness >= 0' },
    { id: 'search.close_results', find: 'closeness < CLOSE_SHARE', replace: 'closeness < 0' },
  ]),
  ...faultsIn('app/docs/public_docs/operations/search.ts', PARITY, [
    {
      id: 'search.close_results',
      find: "readInteger(values, 'limit') ?? { atMost: limits.searchLimitDefault }",
      replace: "readInteger(values, 'limit') ?? limits.searchLimitDefault",
    },
  ]),
  ...faultsIn('app/docs/public_docs/operations/search.ts', PARITY, [
    { id: 'search.close_results', find: '{ atMost: searchLimit }', replace: 'searchLimit' },
  ]),
  ...faultsIn('app/docs/public_docs/operations/search.ts', 'spec/interfaces/a2a/answers_spec.ts', [
    {
      id: 'search.close_results',
      find: '(query, limit ?? { atMost: limits.searchLimitDefault })',
      replace: '(query, limit ?? limits.searchLimitDefault)',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_record_lists.ts', AGENTS, [
    { id: 'mcp.answers_for_agents', find: 'rank < PASSAGE_SIZES.length', replace: 'rank < 0' },
  ]),
  ...faultsIn('app/docs/public_docs/operations/changes.ts', ONE_CALL, [
    {
      id: 'mcp.changes_limit',
      find: 'all.slice(0, limit ?? LIMITS.listRecordsUsual)',
      replace: 'all',
    },
  ]),
  ...faultsIn('app/docs/search/show/_passages.ts', ONE_CALL, [
    { id: 'mcp.one_call', find: 'text.slice(0, end)\n', replace: 'text.slice(1, end)\n' },
    {
      id: 'mcp.one_call',
      find: '`${lines}\\n${CUT_LINE}\\n${fence.',
      replace: '`${lines}${fence.',
    },
  ]),
  ...faultsIn('app/contract/tool_cards.ts', ONE_CALL, [
    {
      id: 'mcp.list_budget',
      find: 'toOutput(Type.Object({ ...corpus, ...output.properties })),',
      replace: 'Type.Object({ ...corpus, ...output.properties }),',
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_tool_arguments.ts', ONE_CALL, [
    {
      id: 'mcp.loose_arguments',
      find: 'if (other !== undefined && JSON.stringify(other.value) !== JSON.stringify(value)) {',
      replace: 'if (other !== undefined && value === undefined) {',
    },
    {
      id: 'mcp.loose_arguments',
      find: 'if (meant !== name && value === null) continue',
      replace: '',
    },
    {
      id: 'mcp.loose_arguments',
      find: "typeof value === 'string' && INTEGER.test(value) ? Number(value) : value",
      replace: 'value',
    },
  ]),
  ...faultsIn('app/docs/public_docs/operations/_read_page.ts', ONE_CALL, [
    { id: 'mcp.page_tool_input', find: 'Math.floor(left / pages)', replace: 'budget' },
  ]),
  ...faultsIn('app/interfaces/mcp/_tool.ts', ONE_CALL, [
    { id: 'mcp.old_tool_names', find: 'const RELEASES = 2', replace: 'const RELEASES = 3' },
  ]),
]
