import { expect, test } from 'bun:test'
import { createScope, nameObject } from './_objects.ts'

test('nameObject() takes what stands before a name for its module where autodoc does', () => {
  const scope = { ...createScope(), module: 'kettle' }
  expect(nameObject('autofunction', 'other.f', scope)).toBe('other.f')
  expect(nameObject('autofunction', 'f', scope)).toBe('kettle.f')
  expect(nameObject('autoclass', 'kettle.Pot', scope)).toBe('kettle.Pot')
  expect(nameObject('automethod', 'Pot.fill', scope)).toBe('kettle.Pot.fill')
  expect(nameObject('automethod', 'other.Pot.fill', scope)).toBe('other.Pot.fill')
  const inClass = { ...scope, object: 'Outer.Pot' }
  expect(nameObject('automethod', 'fill', inClass)).toBe('kettle.Outer.Pot.fill')
  expect(nameObject('function', 'other.f', scope)).toBe('kettle.other.f')
})
