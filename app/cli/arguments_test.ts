import { describe, expect, test } from 'bun:test'
import { readArguments } from './arguments.ts'
import { defineCommand, EXIT } from './command.ts'

const command = defineCommand({
  usage: 'tell WORD',
  does: 'is a command',
  details: 'for this test',
  options: { json: 'boolean', to: 'string' },
  takesWords: true,
  run: async () => EXIT.fine,
})

describe('readArguments()', () => {
  const read = (...args: readonly string[]) => readArguments(command, args)

  test('reads words and options in any order', () => {
    const value = { words: ['a', 'b'], flags: { json: true, to: 'x' }, settings: {}, help: false }
    expect(read('a', '--to', 'x', 'b', '--json')).toEqual({ ok: true, value })
    expect(read('--json', '--to=x', 'a', 'b')).toEqual({ ok: true, value })
  })
  test('takes what follows two dashes as words', () => {
    const value = { words: ['--json'], flags: {}, settings: {}, help: false }
    expect(read('--', '--json')).toEqual({ ok: true, value })
  })
  test.each([
    [['--jsno'], 'it takes no option --jsno; did you mean --json?'],
    [['--nothing'], 'it takes no option --nothing'],
    [['-x'], 'it takes no option -x'],
    [['--to'], 'option --to needs a value'],
    [['--json=1'], 'option --json takes no value'],
  ])('refuses %p', (args, error) => {
    expect(read(...args)).toEqual({ ok: false, error })
  })
  test('takes settings as options, but for names that the command has itself', () => {
    const names = ['BASE_URL', 'TO']
    const read = readArguments(command, ['--base-url', 'https://a', '--to', 'x'], names)
    const settings = { BASE_URL: 'https://a' }
    expect(read).toMatchObject({ ok: true, value: { flags: { to: 'x' }, settings } })
    const without = readArguments(command, ['--base-url'], names)
    expect(without).toEqual({ ok: false, error: 'option --base-url needs a value' })
  })
  test('refuses words that a command does not take', () => {
    const wordless = { ...command, takesWords: false }
    const error = 'it takes no argument "a b"'
    expect(readArguments(wordless, ['a', 'b'])).toEqual({ ok: false, error })
    expect(readArguments(wordless, ['a', '--help'])).toMatchObject({ value: { help: true } })
  })
})
