import { expect, test } from 'bun:test'
import { readPythonLiterals } from './python_literals.ts'

test('readPythonLiterals() reads what a file writes out, and nothing that it computes', () => {
  const text = `
import os
project = "The " 'Kettle'  # a comment
version: str = r"1\\0"
base = ["a"]
extensions = base + ["b", # why
  os.path.join("x", "y"), "c"]
extensions += ("d",)
year = date.today().year
copyright = f"{year}, Us"
options = {"one": 1, "two": {"list": [True, None]}, "bad": f(1, {2: 3}), "last": -2.5}
if version == "2":
    project = "Inside"
long = """
two
lines"""
same = project
open = [ "never
`
  expect(readPythonLiterals(text)).toEqual({
    project: 'The Kettle',
    version: '1\\0',
    base: ['a'],
    extensions: ['a', 'b', 'c', 'd'],
    options: { one: 1, two: { list: [true, null] }, last: -2.5 },
    long: '\ntwo\nlines',
    same: 'The Kettle',
    open: [],
  })
})
