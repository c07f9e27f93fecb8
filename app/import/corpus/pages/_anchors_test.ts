import { expect, test } from 'bun:test'
import type { SlugFamily } from '../../source/dialects/slugs.ts'
import { findAnchors, keepSourceAnchors } from './_anchors.ts'
import { outlineText } from './_outline.ts'

test('keepSourceAnchors() keeps ids with underscores, and others beside one that is ours', () => {
  const source = '## Make a task {#spawn_task}\n\n<a id="old"></a>\n\n## Wait\n\nText.\n'
  const body = '## Make a task\n\n## Wait\n\nText.\n'
  const kept = keepSourceAnchors(outlineText(body), { body: source, family: 'github' })
  expect(kept.body).toBe(
    '## Make a task {#spawn_task #make-a-task}\n\n## Wait {#old #wait}\n\nText.\n',
  )
  const anchors = findAnchors(kept.outline(), { body: source, title: 'Tasks', family: 'github' })
  expect(['spawn_task', 'make-a-task', 'old', 'wait'].map((id) => anchors.find(id))).toEqual([
    'spawn_task',
    'make-a-task',
    'old',
    'wait',
  ])
})

test('keepSourceAnchors() keeps the ids of a heading that ends with a brace', () => {
  const source = '## Get {id} {#_get_id}\n\nText.\n'
  const kept = keepSourceAnchors(outlineText('## Get {id}\n\nText.\n'), {
    body: source,
    family: 'none',
  })
  expect(kept.body).toBe('## Get {id} {#_get_id}\n\nText.\n')
  expect(kept.outline().anchors).toContain('_get_id')
})

test('keepSourceAnchors() tells a heading from the title with the same words', () => {
  const source = '# Wait { #wait }\n\n## Wait { #wait_1 }\n\nText.\n'
  const kept = keepSourceAnchors(outlineText('## Wait\n\nText.\n'), {
    body: source,
    family: 'python',
  })
  expect(kept.body).toBe('## Wait {#wait_1}\n\nText.\n')
})

test('keepSourceAnchors() keeps the anchor of a heading whose badge left words', () => {
  const source = '## `<Run />` <Badge text="new" />\n'
  const kept = keepSourceAnchors(outlineText('## `<Run />` (new)\n'), {
    body: source,
    family: 'vitepress',
  })
  expect(kept.body).toBe('## `<Run />` (new) {#run}\n')
})

test('keepSourceAnchors() keeps a second id where the first is what ours would be', () => {
  const source = '## Wait {#wait #for_it}\n\nText.\n'
  const kept = keepSourceAnchors(outlineText('## Wait\n\nText.\n'), {
    body: source,
    family: 'github',
  })
  expect(kept.body).toBe('## Wait {#wait #for_it}\n\nText.\n')
})

test('keepSourceAnchors() keeps those of headings in quotes, and of escaped angles', () => {
  const source = '> ### Said\n\n<a id="said_once"></a>\n\nText.\n\n## Cut \\<String\\> & go\n'
  const body = '> ### Said\n\nText.\n\n## Cut \\<String\\> & go\n'
  const kept = keepSourceAnchors(outlineText(body), { body: source, family: 'github' })
  expect(kept.body).toBe('> ### Said {#said_once #said}\n\nText.\n\n## Cut \\<String\\> & go\n')
  const anchors = findAnchors(kept.outline(), { body: source, title: 'Cuts', family: 'github' })
  expect(anchors.find('cut-string--go')).toBe('cut-string--go')
})

test('keepSourceAnchors() gives an anchor to the heading behind an emoji that had it first', () => {
  const source = '## :smile: Tea\n\n## Tea\n'
  const keep = (family: SlugFamily) => {
    return keepSourceAnchors(outlineText(source), { body: source, family }).body
  }
  expect(keep('python-emoji')).toBe('## :smile: Tea {#tea}\n\n## Tea {#tea_1}\n')
  expect(keep('pymdownx-emoji')).toBe('## :smile: Tea {#tea}\n\n## Tea {#tea_1}\n')
})

test('keepSourceAnchors() leaves an anchor where it is while its heading keeps it', () => {
  const source = '## Tea\n\n## Pot {#tea}\n'
  const kept = keepSourceAnchors(outlineText('## Tea\n\n## Pot\n'), {
    body: source,
    family: 'github',
  })
  expect(kept.body).toBe('## Tea\n\n## Pot\n')
})

test('findAnchors() finds headings of mdBook that have nothing but signs', () => {
  const source = '## `$$`\n\n## `$?`\n'
  const kept = keepSourceAnchors(outlineText(source), { body: source, family: 'mdbook' })
  const anchors = findAnchors(kept.outline(), { body: source, title: 'Signs', family: 'mdbook' })
  expect(['section', 'section-1'].map((id) => anchors.find(id))).toEqual(['section', 'section-1'])
})
