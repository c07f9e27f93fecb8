import { expect, test } from 'bun:test'
import { quoteForShell } from './guides.ts'

test('quoteForShell() passes any word through a shell unchanged', () => {
  for (const word of ['https://a.example/mcp', "it's; echo $HOME `id`", '{"a":"b"}', "'"]) {
    const { stdout } = Bun.spawnSync(['/bin/sh', '-c', `printf %s ${quoteForShell(word)}`])
    expect(stdout.toString()).toBe(word)
  }
})
