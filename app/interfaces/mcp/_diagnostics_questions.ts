import type { Conversation, Question } from './_diagnostics_rounds.ts'

function askUser(key: string, message: string, property: string, type = 'string'): Question {
  const requestedSchema = {
    type: 'object',
    properties: { [property]: { type } },
    required: [property],
  }
  const params = { message, requestedSchema }
  return { key, capability: 'elicitation', request: { method: 'elicitation/create', params } }
}

function askModel(key: string, text: string): Question {
  const params = { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 }
  return { key, capability: 'sampling', request: { method: 'sampling/createMessage', params } }
}

const ROOTS: Question = {
  key: 'client_roots',
  capability: 'roots',
  request: { method: 'roots/list', params: {} },
}

const USER_NAME = askUser('user_name', 'What is your name?', 'name')
const CONFIRM = askUser('confirm', 'Please confirm', 'ok', 'boolean')

/** The tools of the suite that ask back; it fixes their names and what each asks for. */
export const CONVERSATIONS: readonly Conversation[] = [
  { name: 'test_input_required_result_elicitation', rounds: [[USER_NAME]], state: 'none' },
  {
    name: 'test_input_required_result_sampling',
    rounds: [[askModel('capital_question', 'What is the capital of France?')]],
    state: 'none',
  },
  { name: 'test_input_required_result_list_roots', rounds: [[ROOTS]], state: 'none' },
  { name: 'test_input_required_result_request_state', rounds: [[CONFIRM]], state: 'carried' },
  {
    name: 'test_input_required_result_multiple_inputs',
    rounds: [[USER_NAME, askModel('greeting', 'Write a greeting'), ROOTS]],
    state: 'carried',
  },
  {
    name: 'test_input_required_result_multi_round',
    rounds: [[askUser('step1', 'Your name?', 'name')], [askUser('step2', 'Your color?', 'color')]],
    state: 'carried',
  },
  { name: 'test_input_required_result_tampered_state', rounds: [[CONFIRM]], state: 'carried' },
  {
    name: 'test_input_required_result_capabilities',
    rounds: [[USER_NAME, askModel('greeting', 'Write a greeting')]],
    state: 'none',
  },
  { name: 'test_streaming_elicitation', rounds: [[CONFIRM]], state: 'none' },
  {
    name: 'test_missing_capability',
    rounds: [[askModel('question', 'What is missing?')]],
    state: 'none',
  },
]

/** The one prompt that asks back. */
export const PROMPT_CONVERSATION: Conversation = {
  name: 'test_input_required_result_prompt',
  rounds: [[askUser('user_context', 'Which context should the prompt use?', 'context')]],
  state: 'none',
}
