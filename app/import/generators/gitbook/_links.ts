import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { isMarkedCode, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import { writeLink } from './_blocks.ts'

/** The editor names a page of another space by the id of that space. */
const EDITOR = /https:\/\/app\.gitbook\.com\/(?:o\/[\w-]{1,60}\/)?s\/([\w-]{1,60})(\/[^\s)"'<>]*)?/g
const MENTION = /\[((?:\\.|[^\]\\]){0,300})\]\((?:<([^<>\n]{1,500})>|([^\s()]{1,500})) "mention"\)/g
const HTML_MENTION = /<a data-mention href="([^"\n]{1,500})">([^<\n]{0,300})<\/a>/g
/** GitBook puts `id-` before an anchor that begins with a digit, on its own pages. */
const NUMBERED = /(\]\((?!https?:)[^\s()#]{0,500}#|href="(?!https?:)[^"#\n]{0,500}#)id-(?=\d)/g
const FORMULA = /(?<![$\\])\$\$(?!\$)([^$\n]{1,500})\$\$(?!\$)/g

/** The folder of each space that the editor's addresses name, by what is below it. */
export function findSpaceFolders(
  source: SourceFolder,
  files: readonly string[],
  folders: readonly string[],
): ReadonlyMap<string, string> {
  const paths = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, id = '', path = ''] of (source.read(file) ?? '').matchAll(EDITOR)) {
      const known = paths.get(id) ?? new Set()
      paths.set(id, known.add(cutPath(path)))
    }
  }
  return new Map(
    [...paths].flatMap(([id, below]): (readonly [string, string])[] => {
      const named = [...below].filter((path) => path !== '')
      const scores = folders.map((folder) => {
        return named.filter((path) => locate(source, folder, path) !== undefined).length
      })
      const best = Math.max(0, ...scores)
      // Pages come and go: a third of those that are named must be in one folder, and in no other.
      const isSure = best * 3 > named.length && scores.filter((each) => each === best).length === 1
      return isSure ? [[id, folders[scores.indexOf(best)] ?? '']] : []
    }),
  )
}

function cutPath(path: string): string {
  return decodePercentLeniently(path.replace(/[?#].*$/s, '')).replace(/^\/+|\/+$/g, '')
}

/** The file of a page of the editor. */
function locate(source: SourceFolder, folder: string, path: string): string | undefined {
  const base = posix.join(folder, path)
  return [`${base}.md`, posix.join(base, 'README.md')].find((file) => source.has(file))
}

type LinkTargets = {
  readonly source: SourceFolder
  readonly spaces: ReadonlyMap<string, string>
  readonly titleOf: (address: string, from: SourceLine) => string | undefined
}

/** Addresses of the editor, mentions of pages, and formulas in a line, as Markdown has them. */
export function writeInline(lines: Lines, targets: LinkTargets): Lines {
  const writeLine = (line: SourceLine) => {
    if (!/app\.gitbook\.com|mention|#id-|\$\$/.test(line.text)) return line
    const pieces: string[] = []
    let from = 0
    for (const span of line.text.matchAll(/(`+)(?!`).*?[^`]\1(?!`)/g)) {
      pieces.push(writeText(line.text.slice(from, span.index), line, targets), span[0])
      from = span.index + span[0].length
    }
    return replaceText(line, [...pieces, writeText(line.text.slice(from), line, targets)].join(''))
  }
  return mapText(lines, writeLine, isMarkedCode)
}

function writeText(text: string, line: SourceLine, targets: LinkTargets): string {
  const { source, spaces, titleOf } = targets
  const isAlone = /^\s*\$\$[^$]*\$\$\s*$/.test(line.text)
  return text
    .replace(EDITOR, (whole, id: string, path = '') => {
      const folder = spaces.get(id)
      if (folder === undefined) return whole
      const file = locate(source, folder, cutPath(path)) ?? posix.join(folder, 'README.md')
      const isFound = cutPath(path) === '' || locate(source, folder, cutPath(path)) !== undefined
      if (!isFound || !source.has(file)) return whole
      const anchor = /#.*$/s.exec(path)?.[0] ?? ''
      return posix.relative(posix.dirname(line.base ?? line.file), file) + anchor
    })
    .replace(MENTION, (_, words: string, angled?: string, bare?: string) => {
      const address = angled ?? bare ?? ''
      return writeLink(titleOf(address, line) ?? words, address)
    })
    .replace(HTML_MENTION, (_, address: string, words: string) => {
      return `<a href="${address}">${titleOf(address, line) ?? words}</a>`
    })
    .replace(NUMBERED, '$1')
    .replace(FORMULA, (whole, formula: string) => (isAlone ? whole : `$${formula.trim()}$`))
}
