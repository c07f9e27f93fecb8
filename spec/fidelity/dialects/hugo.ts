import { posix } from 'node:path'
import type { Row } from '../facts.ts'
import { isMounted } from './_hugo_mounts.ts'
import { cutSigns } from './_hugo_signs.ts'
import { findShownPage, readTemplate, readTranslated } from './_hugo_templates.ts'
import { isNeverBuilt, readHugoValue } from './_hugo_values.ts'
import { type Context, cutHead, type Dialect } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'
import { type Replacement, readArguments, replaceTags, rowsOf } from './tags.ts'

const NAME = String.raw`(\/\*\s*)?(\/)?\s*([\w./-]+)`
const WORDS = '((?:"(?:[^"\\\\]|\\\\.)*"|`[^`]*`|[^"`>%}]|[>%](?!\\}\\}))*?)'
const TAG = new RegExp(String.raw`\{\{[<%]\s*${NAME}\s*${WORDS}(\/?\s*)[>%]\}\}`, 'g')
const OPEN = /\{\{[<%](?!\s*\/\*)(?:(?![>%]\}\}).)*$/

export const HUGO: Dialect = {
  names: ['Hugo'],
  isPage: (file, source) => {
    const bundle = `${posix.dirname(file)}/index.md`
    const isPart = file !== bundle && source.files.includes(bundle)
    const isInside = /(?:^|\/)content(?:\.[a-z-]+)?\//.test(file) || isMounted(file, source)
    const isText = isInside && /\.(?:md|markdown)$/.test(file)
    return isText && !isPart && !isNeverBuilt(file, source)
  },
  variants: (file, { files }) => {
    const [, suffix] = /\.([a-z]{2}(?:-[a-z]+)?)\.md$/i.exec(file) ?? []
    const [, folder] = /(?:^|\/)content(?:\/|\.)([a-z]{2}(?:-[a-z]+)?)\//i.exec(file) ?? []
    // A folder is one of several versions only where another lies beside it.
    const [, above = '', name = ''] = /^(.*\/)(v\d+\.\d+)\//.exec(file) ?? []
    const isOther = (each: string) => each.startsWith(`${above}v`) && !each.startsWith(above + name)
    const version = name !== '' && files.some(isOther) ? name : undefined
    return [suffix, folder, version].filter((each) => each !== undefined)
  },
  prepare: (rows, context) => new Shortcodes(context).read(rows, 0),
  slug: slugOfGithub,
  definition: 'first',
}

/** Shortcodes of Hugo, Docsy and Book, and what stands in their place. */
class Shortcodes {
  /** What ends each shortcode that is open. */
  readonly #open: { readonly name: string; readonly end: string }[] = []
  readonly #panes: ReadonlyMap<string, string>[] = []
  /** Files of the pages that templates are showing. */
  readonly #shown: string[] = []

  constructor(readonly context: Context) {}

  read(rows: readonly Row[], depth: number): readonly Row[] {
    const grammar = { pattern: TAG, open: OPEN, keepsCode: false }
    const whole = hideWritten(cutComments(rows))
    const shown = replaceTags(
      whole,
      grammar,
      ([whole, note, slash, name = '', words = '', end = ''], row) => {
        if (note !== undefined) return whole.replace('/*', '').replace(/\*\/(?=[>%]\}\})/, '')
        return slash === undefined
          ? this.#begin(name, words + end, row, depth)
          : this.#end(name, row)
      },
    )
    const signed = cutSigns(shown, this.context.source)
    return trimCode(signed).map((row) => {
      return { ...row, text: row.text.replaceAll(OPENED, '{{').replaceAll(CLOSED, '}}') }
    })
  }

  #begin(name: string, words: string, row: Row, depth: number): Replacement {
    const isEmpty = /\/\s*$/.test(words)
    const read = readArguments(words.replace(/\/\s*$/, ''))
    const title = (): string => read.get('title') ?? ''
    switch (name) {
      case 'ref':
      case 'relref':
        return `/${read.get('0') ?? read.get('path') ?? ''}`
      case 'param':
      case '_param': {
        const value = readHugoValue(read.get('0') ?? '', this.context)
        return rowsOrText(
          row,
          value.replace(/\{(\d)\}/g, (_, at) => read.get(String(at)) ?? ''),
        )
      }
      case 'alert':
        return rowsOf(row, '', '!!! note', title(), '')
      case 'hint':
        return rowsOf(row, '', '!!! note', '')
      case 'figure':
        return rowsOf(row, '', pictureOf(read), '', title(), '', read.get('caption') ?? '', '')
      case 'readfile':
        return this.#include(read, row, depth)
      case 'details':
        return rowsOf(row, '', title() === '' ? (read.get('0') ?? '') : title(), '')
      case 'highlight':
        this.#open.push({ name, end: '`````' })
        return rowsOf(row, `\`\`\`\`\`${read.get('0') ?? ''}`)
      case 'tabpane':
      case 'tabs':
        this.#panes.push(read)
        return rowsOf(row, '')
      case 'tab':
        return this.#beginTab(read, row)
      case 'card':
        return this.#beginCard(read, row)
      default:
        return this.#beginOwn(name, read, isEmpty, row, depth)
    }
  }

  /** A shortcode of the site itself, if its template shows a page, or colours what is inside. */
  #beginOwn(
    name: string,
    read: ReadonlyMap<string, string>,
    isEmpty: boolean,
    row: Row,
    depth: number,
  ): Replacement {
    const { source, noteInclude } = this.context
    const template = readTemplate(name, source)
    if (template.includes('.RenderShortcodes')) {
      const path = findShownPage(template, read, row, source)
      const found = path === undefined ? undefined : source.rows(path)
      const isFound = found !== undefined && path !== undefined && !this.#shown.includes(path)
      noteInclude({ path: name, row, isFound })
      if (!isFound) return rowsOf(row, '')
      this.#shown.push(path)
      const inner = this.read(cutHead(found), depth + 1)
      this.#shown.pop()
      const includedAt = { file: row.file, line: row.line }
      const placed = inner.map((each) => ({ includedAt, ...each }))
      return [...rowsOf(row, ''), ...placed, ...rowsOf(row, '')]
    }
    const isCode = template.includes('.Inner') && /\bhighlight\s/i.test(template)
    if (!isCode || isEmpty) return readTranslated(template, row.file, source) ?? ''
    this.#open.push({ name, end: '`````' })
    return rowsOf(row, '`````')
  }

  #beginTab(read: ReadonlyMap<string, string>, row: Row): Replacement {
    const pane = this.#panes.at(-1)
    const title = (read.get('header') ?? read.get('name') ?? read.get('0') ?? '').replace(/:$/, '')
    const isText = row.text.includes('{{%') || (read.get('text') ?? pane?.get('text')) === 'true'
    if (read.get('disabled') === 'true' || pane === undefined || pane.has('0') || isText) {
      return rowsOf(row, '', title, '')
    }
    this.#open.push({ name: 'tab', end: '`````' })
    const language = read.get('lang') ?? pane.get('lang') ?? ''
    return rowsOf(row, '', title, '', `\`\`\`\`\`${language}`)
  }

  #beginCard(read: ReadonlyMap<string, string>, row: Row): Replacement {
    const titles = ['header', 'title', 'subtitle', 'footer'].map((name) => read.get(name) ?? '')
    const texts = titles.flatMap((text) => [text, ''])
    if (read.get('code') !== 'true') return rowsOf(row, '', ...texts)
    this.#open.push({ name: 'card', end: '`````' })
    return rowsOf(row, '', ...texts, `\`\`\`\`\`${read.get('lang') ?? ''}`)
  }

  #end(name: string, row: Row): Replacement {
    if (name === 'tabpane' || name === 'tabs') this.#panes.pop()
    if (this.#open.at(-1)?.name !== name) return ''
    const end = this.#open.pop()?.end ?? ''
    return rowsOf(row, end)
  }

  #include(read: ReadonlyMap<string, string>, row: Row, depth: number): Replacement {
    const path = read.get('file') ?? read.get('0') ?? ''
    const { source, noteInclude } = this.context
    const target = path.startsWith('/') ? this.#atRoot(path) : source.resolve(row.file, path)
    const found = source.rows(target)
    const isFound = found !== undefined && depth < 10
    noteInclude({ path, row, isFound })
    if (!isFound) return rowsOf(row, '')
    if (read.get('code') !== 'true') return this.read(cutHead(found), depth + 1)
    const language = read.get('lang') ?? ''
    return [...rowsOf(row, `\`\`\`\`\`${language}`), ...found, ...rowsOf(row, '`````')]
  }

  #atRoot(path: string): string {
    return this.context.file.replace(/(?:^|(?<=\/))content\/.*$/, '') + path.slice(1)
  }
}

function pictureOf(read: ReadonlyMap<string, string>): string {
  return `![${read.get('alt') ?? ''}](<${read.get('src') ?? read.get('0') ?? ''}>)`
}

/** Braces of shortcodes that are shown, and not run. */
const [OPENED, CLOSED] = ['\ue910', '\ue911']

function hideWritten(rows: readonly Row[]): readonly Row[] {
  let isWritten = false
  return rows.map((row) => {
    if (!isWritten && !row.text.includes('/*')) return row
    const text = row.text.replace(/(\{\{)|(\}\})/g, (sign, open, _, at: number) => {
      const [before, after] = [row.text.slice(at - 3, at), row.text.slice(at + 2, at + 5)]
      if (open !== undefined && /^[<%]\/\*/.test(after)) isWritten = true
      if (!isWritten) return sign
      if (open === undefined && /\*\/[>%]$/.test(before)) isWritten = false
      return open === undefined ? CLOSED : OPENED
    })
    return {
      ...row,
      text: text.replace(/(\ue910[<%])\/\*/g, '$1').replace(/\*\/([>%]\ue911)/g, '$1'),
    }
  })
}

const COMMENT = /\{\{[<%]\s*(\/)?comment\s*[>%]\}\}/g

/** What authors write to each other. */
function cutComments(rows: readonly Row[]): readonly Row[] {
  let isComment = false
  return rows.map((row) => {
    if (!isComment && !row.text.includes('comment')) return row
    let [text, from] = ['', 0]
    for (const found of row.text.matchAll(COMMENT)) {
      if (!isComment) text += row.text.slice(from, found.index)
      isComment = found[1] === undefined
      from = found.index + found[0].length
    }
    return { ...row, text: isComment ? text : text + row.text.slice(from) }
  })
}

/** Code of a shortcode begins and ends with a line that is not empty. */
function trimCode(rows: readonly Row[]): readonly Row[] {
  const isMark = (row: Row | undefined): boolean => row?.text.trim().startsWith('`````') === true
  return rows.filter(({ text }, at) => {
    if (text.trim() !== '') return true
    let [above, below] = [at - 1, at + 1]
    while (rows[above]?.text.trim() === '') above -= 1
    while (rows[below]?.text.trim() === '') below += 1
    const isFirst = isMark(rows[above]) && rows[above]?.text.trim() !== '`````'
    return !isFirst && rows[below]?.text.trim() !== '`````'
  })
}

function rowsOrText(row: Row, text: string): Replacement {
  return text.includes('\n') ? rowsOf(row, ...text.trimEnd().split('\n')) : text
}
