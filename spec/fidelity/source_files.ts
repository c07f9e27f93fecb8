import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, posix } from 'node:path'
import type { Row } from './facts.ts'

/** Files of a source folder, links left out, by their path below it. */
export class SourceFiles {
  readonly files: readonly string[]

  constructor(readonly root: string) {
    this.files = listBelow(root, '').sort()
  }

  read(path: string): string | undefined {
    if (path.startsWith('../') || posix.isAbsolute(path)) return undefined
    try {
      const full = join(this.root, path)
      if (!lstatSync(full).isFile()) return undefined
      return readFileSync(full, 'utf8').replace(/^\ufeff/, '')
    } catch {
      return undefined
    }
  }

  /** Rows of a file; the last line break ends a row and begins none. */
  rows(path: string): readonly Row[] | undefined {
    const text = this.read(path)
    if (text === undefined) return undefined
    const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
    return lines.map((line, at) => ({ text: line, file: path, line: at + 1 }))
  }

  /** A path written in a file, below the source folder. */
  resolve(from: string, path: string): string {
    return normalize(join(dirname(from), path))
  }
}

const LEFT_OUT = new Set(['node_modules', '.git'])

function listBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      const isLeftOut = LEFT_OUT.has(entry.name) || entry.name.startsWith('.')
      return isLeftOut ? [] : listBelow(root, path)
    }
    return entry.isFile() ? [path] : []
  })
}

/** Cuts front matter, and keeps what it says to readers as rows of text. */
export function cutFrontMatter(rows: readonly Row[]): readonly Row[] {
  const mark = rows[0]?.text.trimEnd()
  if (mark === '{') return rows.slice(rows.findIndex(({ text }) => text.trimEnd() === '}') + 1)
  if (mark !== '---' && mark !== '+++') return rows
  const end = rows.findIndex(({ text }, at) => at > 0 && text.trimEnd() === mark)
  if (end === -1) return rows
  const body = [...readHero(rows.slice(1, end)), ...rows.slice(end + 1)]
  const title = rows.slice(1, end).find(({ text }) => /^title\s*[:=]/.test(text))
  if (title === undefined) return body
  const value = title.text.replace(/^title\s*[:=]\s*/, '').replace(/^(["'])(.*)\1\s*$/, '$2')
  const isRepeated = body.some(({ text }) => isSame(cutHeadingMarks(text), value))
  return isRepeated ? body : [{ ...title, text: value }, { ...title, text: '' }, ...body]
}

const SHOWN = /^(\s+(?:-\s+)?)(?:name|text|tagline|title|details|linkText):\s*(.*?)\s*$/

/** What a home page says in front matter. */
function readHero(head: readonly Row[]): readonly Row[] {
  if (!head.some(({ text }) => /^(?:hero|features):/.test(text))) return []
  let block = 0
  return head.flatMap((row, at) => {
    // What a key of the hero holds is reported where it begins.
    if (/^ {0,2}[\w-]+:/.test(row.text)) block = row.line
    const [, lead = '', value = ''] = SHOWN.exec(row.text) ?? []
    if (value === '') return []
    const more = takeDeeper(head, at + 1, lead.length).map((each) => each.text.trim())
    const whole = /^[|>][-+\d]*$/.test(value) ? more : [value, ...more]
    const text = whole.join(' ').replace(/^(["'])(.*)\1$/, '$2')
    return [
      { ...row, text, block },
      { ...row, text: '', block },
    ]
  })
}

/** Rows from one on that stand further right than a key: its text goes on there. */
export function takeDeeper(rows: readonly Row[], from: number, column: number): readonly Row[] {
  const length = rows.slice(from).findIndex(({ text }) => {
    return text.trim() !== '' && text.search(/\S/) <= column
  })
  return length === -1 ? rows.slice(from) : rows.slice(from, from + length)
}

function cutHeadingMarks(text: string): string {
  return text.replace(/^#{1,6}\s+/, '').replace(/\s*\{#[^}]*\}\s*$/, '')
}

function isSame(a: string, b: string): boolean {
  // The name of an icon stands for a drawing, and is no word of a title.
  const letters = (text: string): string => {
    return text
      .replace(/:[a-z][\w+-]*:/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
  }
  return letters(a) === letters(b)
}
