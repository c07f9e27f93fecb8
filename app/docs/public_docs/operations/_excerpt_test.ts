import { expect, test } from 'bun:test'
import type { Heading } from '../../../contract/build.ts'
import { cutExcerpt, findSection } from './_excerpt.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

/** A document whose `#` lines are its headings. */
function document(markdown: string): { markdown: string; headings: Heading[] } {
  const headings = markdown.split('\n').flatMap((text, line) => {
    const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(text) ?? []
    if (marks === '') return []
    return [{ level: marks.length, text: title, anchor: title.toLowerCase(), line }]
  })
  return { markdown, headings }
}

const PARAGRAPH = `${'word '.repeat(60).trim()}\n\n`
const PAGE = document(
  `Lead.\n\n## A\n\n${PARAGRAPH}### A1\n\n${PARAGRAPH}### A2\n\n${PARAGRAPH}## B\n\n${PARAGRAPH}`,
)

function section(name: string): Heading | undefined {
  return findSection(PAGE.headings, name)
}

test('excerpt() gives the whole page when the budget holds it', () => {
  expect(cutExcerpt(PAGE, undefined, 4000)).toEqual({ markdown: PAGE.markdown, truncated: false })
})

test('excerpt() gives a section with its subsections when one is asked for', () => {
  const cut = cutExcerpt(PAGE, section('A'), 4000)
  expect(cut.truncated).toBe(false)
  expect(cut.nextSection).toBe('b')
  expect(cut.markdown.startsWith('## A\n')).toBe(true)
  expect(cut.markdown).toContain('### A2')
  expect(cut.markdown).not.toContain('## B')
})

test('excerpt() cuts at the last section border that fits when the page is too long', () => {
  const cut = cutExcerpt(PAGE, undefined, 200)
  expect(cut.truncated).toBe(true)
  expect(bytesOf(cut.markdown)).toBeLessThanOrEqual(800)
  expect(cut.markdown.trimEnd().endsWith('word')).toBe(true)
  expect(cut.nextSection).toBe('a2')
  expect(cut.note).toContain('"a2"')
})

test('excerpt() gives every part once when next_section is followed to the end', () => {
  for (const budget of [100, 120, 170, 300, 400]) {
    let cut = cutExcerpt(PAGE, undefined, budget)
    let walked = cut.markdown
    while (cut.nextSection !== undefined) {
      cut = cutExcerpt(PAGE, section(cut.nextSection), budget)
      walked += cut.markdown
    }
    expect(walked, String(budget)).toBe(PAGE.markdown)
  }
})

test('excerpt() cuts at a paragraph border and says so when one section is too long', () => {
  const page = document(`## A\n\n${PARAGRAPH.repeat(4)}## B\n\nEnd.\n`)
  const cut = cutExcerpt(page, undefined, 170)
  expect(cut.markdown).toBe(`## A\n\n${PARAGRAPH.repeat(2)}`)
  expect(cut.nextSection).toBe('b')
  const tokens = Math.ceil(bytesOf(`## A\n\n${PARAGRAPH.repeat(4)}`) / 4)
  expect(cut.note).toContain(`max_tokens ${tokens} `)
  expect(cutExcerpt(page, findSection(page.headings, 'a'), tokens).truncated).toBe(false)
})

test('excerpt() closes the fence when a cut falls inside a code block', () => {
  const page = document(`\`\`\`sh\n${'run this line\n'.repeat(100)}\`\`\`\n`)
  const cut = cutExcerpt(page, undefined, 100)
  expect(cut.markdown.endsWith('run this line\n```\n')).toBe(true)
  expect(bytesOf(cut.markdown)).toBeLessThanOrEqual(400)
})

test('excerpt() takes no line with words behind its marker for the end of a fence', () => {
  const page = document(`\`\`\`\n\`\`\`js\n${'run this line\n'.repeat(100)}\`\`\`\n`)
  expect(cutExcerpt(page, undefined, 100).markdown.endsWith('run this line\n```\n')).toBe(true)
})

test('excerpt() takes no blank line inside a fence for a paragraph border', () => {
  const page = document(`Intro.\n\n\`\`\`\nfirst\n\n${'second line\n'.repeat(100)}\`\`\`\n`)
  expect(cutExcerpt(page, undefined, 100).markdown).toBe('Intro.\n\n')
})

test('excerpt() splits no character when a single line is over the budget', () => {
  const cut = cutExcerpt(document('é'.repeat(5000)), undefined, 100)
  expect(cut.markdown).toBe('é'.repeat(200))
  expect(cutExcerpt(document(`x${'é'.repeat(5000)}`), undefined, 100).markdown).toHaveLength(200)
})

test('findSection() takes an anchor, a heading in any case, or neither', () => {
  expect(section('a1')?.text).toBe('A1')
  expect(section('#a1')?.text).toBe('A1')
  expect(section(' A1 ')?.text).toBe('A1')
  expect(section('C')).toBeUndefined()
})
