import { expect, test } from 'bun:test'
import { evaluate, evaluateCondition, type Scope } from './expressions.ts'

const scope: Scope = {
  inputs: new Map([['query', 'Start']]),
  outputs: new Map([['search.page_id', 'p7']]),
  answer: { status: 200, headers: new Headers({ etag: '"x"' }), text: '' },
  body: [{ id: 'P7', after: null, tags: ['a/b'] }],
}

test('evaluate() reads each kind of expression, and other text as itself', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['5', '5'],
    ['$statusCode', 200],
    ['$response.body#/0/id', 'P7'],
    ['$response.body#/0/tags/0', 'a/b'],
    ['$response.body#/1/id', undefined],
    ['$response.header.ETag', '"x"'],
    ['$inputs.query', 'Start'],
    ['$inputs.other', undefined],
    ['$steps.search.outputs.page_id', 'p7'],
    ['$workflows.other.outputs.x', undefined],
  ]
  for (const [expression, value] of rows)
    expect([expression, evaluate(expression, scope)]).toEqual([expression, value])
})

test('evaluateCondition() ignores case, equates null with null alone', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['$statusCode == 200', true],
    ['$statusCode != 200', false],
    ['$statusCode < 300', true],
    ['$response.body#/0/id == $steps.search.outputs.page_id', true],
    ["$response.body#/0/id == 'p8'", false],
    ['$response.body#/0/after == null', true],
    ['$response.body#/0/id != null', true],
    ['$response.body#/1/id != null', false],
    ['$response.body#/1/id == $response.body#/2/id', false],
    ["$statusCode == 200 && $inputs.query == 'start'", true],
    ["$statusCode == 200 && $inputs.query == 'end'", false],
  ]
  for (const [condition, value] of rows)
    expect([condition, evaluateCondition(condition, scope)]).toEqual([condition, value])
})

test('evaluateCondition() reports a condition that it cannot read', () => {
  for (const condition of ['$statusCode', '$statusCode == 200 || $statusCode == 304']) {
    expect(evaluateCondition(condition, scope)).toContain('a condition that verify cannot read')
  }
})
