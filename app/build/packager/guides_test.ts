import { expect, test } from 'bun:test'
import { quoteWord } from './guides.ts'

test('quoteWord() passes any word through a shell unchanged', () => {
  for (const word of ['https://a.example/mcp', "it's; echo $HOME `id`", '{"a":"b"}', "'"]) {
    const { stdout } = Bun.spawnSync(['/bin/sh', '-c', `printf %s ${quoteWord(word)}`])
    expect(stdout.toString()).toBe(word)
  }
})
