import { expect } from 'bun:test'
import { HTTP_OPERATIONS, OPERATION_NAMES } from '../../app/contract/operations/mod.ts'
import { COUNTS } from '../../app/contract/registry_words.ts'
import { CAPABILITY_STATUSES } from '../../app/contract/statuses.ts'
import { verifies } from '../requirements/verifies.ts'

// The only place that writes a number of these: every other test and every check derives it.
verifies(
  [
    'operations.ten',
    'operations.five_http',
    'mcp.ten_tools',
    'http.five_endpoints',
    'open.nine_tools',
    'open.resources_prompts',
    'agent_card.skills',
  ],
  'the contract and our choices count operations, tools, endpoints and what else is bound to code',
  () => {
    expect(OPERATION_NAMES).toHaveLength(10)
    expect(HTTP_OPERATIONS).toHaveLength(5)
    expect(CAPABILITY_STATUSES).toHaveLength(5)
    expect(COUNTS).toEqual({ resources: 4, prompts: 2, skills: 5, workflows: 3, eventTypes: 6 })
  },
)
