import type { Row } from '../facts.ts'
import { joinOpenTags } from '../layout.ts'
import type { SourceFiles } from '../source_files.ts'
import { type Context, createFences, cutHead, type Dialect } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'

/** Docusaurus, Starlight and Mintlify: components, parts that are imported, and `:::`. */
const MDX: Pick<Dialect, 'prepare' | 'slug'> = {
  prepare: (rows, context) => showImports(rows, context, 0),
  slug: slugOfGithub,
}

/** A folder of Markdown, whatever made pages of it. */
export const PLAIN: Dialect = { ...MDX, names: ['Markdown'], isPage: (file) => isText(file) }

const isText = (file: string): boolean => /\.mdx?$/.test(file)

export const DOCUSAURUS: Dialect = {
  ...MDX,
  names: ['Docusaurus'],
  isPage: (file) =>
    isText(file) &&
    /(?:^|\/)(?:docs|versioned_docs|i18n)\//.test(file) &&
    !/(?:^|\/)_[^/]*(?:\/|$)/.test(file),
  variants: (file) => {
    const [, version] = /(?:^|\/)versioned_docs\/version-([^/]+)\//.exec(file) ?? []
    const [, language, part] =
      /(?:^|\/)i18n\/([^/]+)\/[^/]+\/(?:version-)?([^/]+)\//.exec(file) ?? []
    const found = [version ?? (language === undefined ? 'current' : part), language]
    return found.filter((each) => each !== undefined)
  },
}

export const STARLIGHT: Dialect = {
  ...MDX,
  names: ['Starlight'],
  // What begins with a dash is a part of pages.
  isPage: (file) =>
    /\.(?:mdx?|markdown)$/.test(file) && /(?:^|\/)src\/content\/docs\/(?!(?:.*\/)?_)/.test(file),
  variants: (file) => {
    const [, folder] = /src\/content\/docs\/([a-z]{2}(?:-[a-z]+)?)\//i.exec(file) ?? []
    return folder === undefined ? [] : [folder]
  },
}

export const MINTLIFY: Dialect = {
  ...MDX,
  names: ['Mintlify'],
  isPage: (file) => isText(file) && !/(?:^|\/)snippets\//.test(file),
  variants: (file) => {
    const [, folder] = /^([a-z]{2}(?:-[a-z]+)?)\//i.exec(file) ?? []
    return folder === undefined ? [] : [folder]
  },
  prepare: (rows, context) => fillVariables(showImports(rows, context, 0), context),
}

const STATEMENT = /^(?:import|export)\s.*(?:from\s|=)/
const IMPORT = /^import\s+(?:\{\s*)?(\w+)[^'"]*from\s+['"]([^'"]+)['"]/

/** Parts of text in the place of their components, and files that are shown as code. */
function showImports(all: readonly Row[], context: Context, depth: number): readonly Row[] {
  const rows = joinOpenTags(all)
  const imports = findImports(rows)
  const parts = new Map([...imports].filter(([, path]) => isText(path)))
  const isFence = createFences()
  let isStatement = false
  let statement = ''
  return rows.flatMap((row) => {
    // What looks like code in a statement is of its program.
    if (!isStatement && isFence(row.text)) return [row]
    if (STATEMENT.test(row.text) || /^(?:import|export)\s+[\w*{]|^import\s*['"]/.test(row.text)) {
      statement = row.text
      isStatement = !isEnded(statement)
      return [{ ...row, text: '' }]
    }
    if (isStatement) {
      statement += `\n${row.text}`
      isStatement = !isEnded(statement)
      return [{ ...row, text: '' }]
    }
    const [, before = '', name = ''] = /^([\s>]*)<(\w+)(?:\s[^>]*)?\/>\s*$/.exec(row.text) ?? []
    const code = CODE.exec(row.text)
    const shown = imports.get(code?.[2] ?? code?.[3] ?? '')
    if (code !== null && shown !== undefined) return showCode(row, code[1] ?? '', shown, context)
    const path = parts.get(name)
    return path === undefined ? [row] : showPart(row, before, path, context, depth)
  })
}

const CODE = /^(\s*)<(?:Code|CodeBlock)\b(?=.*(?:code=\{(\w+)\}|>\s*\{(\w+)\}\s*<\/)).*>\s*$/

/** A file that a component shows. */
function showCode(row: Row, before: string, path: string, context: Context): readonly Row[] {
  const name = path.replace(/^!!raw-loader!/, '').replace(/\?raw$/, '')
  const found = locate(name, row.file, context.source)
  context.noteInclude({ path, row, isFound: found !== undefined })
  const inner = (found ?? []).map((each) => ({ ...each, text: before + each.text }))
  const fence = { ...row, text: `${before}\`\`\`\`\`\`` }
  return found === undefined ? [] : [fence, ...inner, fence]
}

/** Whether brackets and quotes of a statement end on its row. */
function isEnded(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const isBalanced = count(/[[({]/g) === count(/[\])}]/g) && count(/`/g) % 2 === 0
  const [last = '', ...before] = text.split('\n').reverse()
  // Brackets in strings count, too: a program ends where its first row began.
  if (before.length > 0 && /^[}\])]+;?\s*$/.test(last)) return true
  const isInside = before.length > 0 && /^(?:\s|$)/.test(last)
  return isBalanced && !isInside && !/=>?\s*$/.test(text)
}

function findImports(rows: readonly Row[]): ReadonlyMap<string, string> {
  const found = rows.map(({ text }) => IMPORT.exec(text)).filter((each) => each !== null)
  return new Map(found.map(([, name = '', path = '']): [string, string] => [name, path]))
}

function showPart(
  row: Row,
  before: string,
  path: string,
  context: Context,
  depth: number,
): readonly Row[] {
  const found = locate(path, row.file, context.source)
  const isFound = found !== undefined && depth < 10
  context.noteInclude({ path, row, isFound })
  if (!isFound) return [row]
  const inner = showImports(cutHead(found), context, depth + 1)
  return inner.map((each) => ({ ...each, text: before + each.text }))
}

function locate(path: string, from: string, source: SourceFiles): readonly Row[] | undefined {
  const plain = path.replace(/^(?:@site|[~@])\//, '').replace(/^\//, '')
  if (path.startsWith('.')) return source.rows(source.resolve(from, path))
  return source.rows(plain) ?? source.rows(`src/${plain}`)
}

/** Names in braces that docs.json gives a value. */
function fillVariables(rows: readonly Row[], { source }: Context): readonly Row[] {
  const [, listed = ''] = /"variables"\s*:\s*\{([^}]*)\}/.exec(source.read('docs.json') ?? '') ?? []
  const values = new Map(
    [...listed.matchAll(/"([^"]+)"\s*:\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  if (values.size === 0) return rows
  return rows.map((row) => {
    const text = row.text.replace(
      /(?<!`)\{\{\s*([\w-]+)\s*\}\}/g,
      (whole, name: string) => values.get(name) ?? whole,
    )
    return text === row.text ? row : { ...row, text }
  })
}
