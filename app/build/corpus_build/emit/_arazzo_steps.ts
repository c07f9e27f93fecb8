import type { TSchema } from '@sinclair/typebox'
import type { Limits } from '../../../contract/limits.ts'
import { type HttpOperation, httpRoute } from '../../../contract/operations/mod.ts'
import { PUBLIC_ERROR_STATUS } from '../../../contract/public_error.ts'
import type { Registry } from '../../../contract/registry.ts'
import type { WorkflowStep } from '../../../contract/registry_workflows.ts'

type Comparison = { readonly at: string; readonly to: string }

/** Name of the shared failure action for rate-limited steps. */
export const BACK_OFF = 'backOff'

/** A Step Object, with simple conditions and JSON Pointers only: all runners agree on those. */
export function describeStep(step: WorkflowStep, registry: Registry, limits: Limits): object {
  const { id, description, operation, parameters, outputs, ends_if: endsIf } = step
  return {
    stepId: id,
    description,
    operationId: operationIdOf(operation, registry),
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map((each) => describeParameter(each, operation, limits)) }),
    successCriteria: [
      { condition: '$statusCode == 200' },
      ...(step.present ?? []).map((at) => ({ condition: `${bodyExpression(at)} != null` })),
      ...(step.equal ?? []).map(describeComparison),
    ],
    ...(endsIf === undefined
      ? {}
      : { onSuccess: [{ name: 'done', type: 'end', criteria: endsIf.map(describeComparison) }] }),
    onFailure: [{ reference: `$components.failureActions.${BACK_OFF}` }],
    ...(outputs === undefined
      ? {}
      : { outputs: Object.fromEntries(outputs.map(({ name, at }) => [name, bodyExpression(at)])) }),
  }
}

/** The wait is fixed: no response header says how long to wait (contract 8). */
export function describeBackOff(): object {
  return {
    name: BACK_OFF,
    type: 'retry',
    retryAfter: 15,
    retryLimit: 4,
    criteria: [{ condition: `$statusCode == ${PUBLIC_ERROR_STATUS.rate_limited}` }],
  }
}

function operationIdOf(operation: HttpOperation, registry: Registry): string {
  const entry = registry.operations.find((each) => each.operation === operation)
  if (entry === undefined)
    throw new Error(`Cannot name operation "${operation}": not in the registry`)
  return entry.id
}

function describeParameter(
  { name, value }: { readonly name: string; readonly value: string },
  operation: HttpOperation,
  limits: Limits,
): object {
  const properties: Readonly<Record<string, TSchema>> =
    httpRoute(operation).parameters(limits).properties
  return { name, in: httpRoute(operation).place, value: boundValue(value, properties[name]) }
}

/** A setting may lower a bound below the registry's number; the bound then wins. */
function boundValue(value: string, schema: TSchema | undefined): string | number {
  if (schema?.type !== 'integer' || value.startsWith('$')) return value
  return Math.min(Number(value), Number(schema.maximum))
}

function bodyExpression(pointer: string): string {
  return `$response.body#${pointer}`
}

function describeComparison({ at, to }: Comparison): object {
  // Literals are in single quotes, with quotes inside doubled (Arazzo 1.1, 5.6.12).
  const other = to.startsWith('$') ? to : `'${to.replaceAll("'", "''")}'`
  return { condition: `${bodyExpression(at)} == ${other}` }
}
