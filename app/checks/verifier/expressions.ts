import type { Answer } from './exchange.ts'
import { resolvePointer } from './json.ts'

/** What an expression of a workflow can refer to. */
export type Scope = {
  readonly inputs: ReadonlyMap<string, unknown>
  /** Outputs of earlier steps as `step.output`. */
  readonly outputs: ReadonlyMap<string, unknown>
  readonly answer: Answer | undefined
  readonly body: unknown
}

const STEP_OUTPUT = /^\$steps\.([A-Za-z0-9_-]+)\.outputs\.([A-Za-z0-9._-]+)$/

/**
 * The value of a runtime expression. Any other text stands for itself; an expression that refers to
 * nothing has no value (Arazzo 1.1.0, runtime expressions).
 */
export function evaluate(expression: string, scope: Scope): unknown {
  const { inputs, outputs, answer, body } = scope
  if (!expression.startsWith('$')) return expression
  if (expression === '$statusCode') return answer?.status
  if (expression === '$response.body') return body
  if (expression.startsWith('$response.body#')) {
    return resolvePointer(body, expression.slice('$response.body'.length))
  }
  if (expression.startsWith('$response.header.')) {
    return answer?.headers.get(expression.slice('$response.header.'.length)) ?? undefined
  }
  if (expression.startsWith('$inputs.')) return inputs.get(expression.slice('$inputs.'.length))
  const [, step, output] = STEP_OUTPUT.exec(expression) ?? []
  return step === undefined ? undefined : outputs.get(`${step}.${output}`)
}

const COMPARISON = /^(?<left>\S+)\s*(?<operator>==|!=|<=|>=|<|>)\s*(?<right>.+)$/

/** Whether a simple condition holds; a message when it cannot be evaluated. */
export function evaluateCondition(condition: string, scope: Scope): boolean | string {
  const parts = condition.split(' && ')
  if (condition.includes('||')) return `a condition that verify cannot read: ${condition}`
  for (const part of parts) {
    const { left, operator, right } = COMPARISON.exec(part.trim())?.groups ?? {}
    if (left === undefined || right === undefined || operator === undefined) {
      return `a condition that verify cannot read: ${part}`
    }
    const [one, other] = [evaluate(left, scope), readLiteral(right.trim(), scope)]
    if (!isSatisfied(one, operator, other)) return false
  }
  return true
}

function readLiteral(text: string, scope: Scope): unknown {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return evaluate(text, scope)
}

/** Texts compare without case, and null equals null alone (Arazzo 1.1.0, criterion object). */
function isSatisfied(one: unknown, operator: string, other: unknown): boolean {
  const [left, right] = [foldCase(one), foldCase(other)]
  switch (operator) {
    case '==':
      return left === right && left !== undefined
    case '!=':
      return left !== undefined && left !== right
    default:
      return (
        typeof left === 'number' &&
        typeof right === 'number' &&
        compareNumbers(left, operator, right)
      )
  }
}

function foldCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function compareNumbers(left: number, operator: string, right: number): boolean {
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}
