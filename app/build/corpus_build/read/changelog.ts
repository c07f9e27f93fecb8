import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFullDate } from '../../../contract/formats.ts'
import { compare, type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import type { SourceChange } from '../../../docs/model/source.ts'
import { mapInParallel } from '../../../foundation/files/parallel_map.ts'
import { errorCodeOf, readText, type SourceFile } from '../../../text/source_text/source_file.ts'
import { warnOfHiddenValues } from './_hidden_characters.ts'
import { explainBadLink } from './_link.ts'
import { readBody } from './body.ts'
import { acceptAnyText, checkDate, checkTitle, readField, readFrontMatter } from './front_matter.ts'

const FILES_OPEN_MAX = 32
const NAME = /^([0-9]{4}-[0-9]{2}-[0-9]{2})-[a-z0-9]+(-[a-z0-9]+)*\.md$/

const KEYS = {
  required: ['title', 'date'],
  optional: ['capability', 'status', 'page'],
  misplaced: { description: 'remove it; the text of the file is the summary' },
}

type ChangelogFiles = {
  readonly changes: readonly SourceChange[]
  readonly problems: readonly Problem[]
}

/** Reads the changelog, one file per change. Without the folder there are no changes. */
export async function readChangelog(folder: SourceFile): Promise<ChangelogFiles> {
  const entries = await readdir(folder.path, { withFileTypes: true }).catch(errorCodeOf)
  if (entries === 'ENOENT') return { changes: [], problems: [] }
  if (typeof entries === 'string') {
    const place = startOfFile(folder.name)
    const what = `the folder cannot be read: ${entries}`
    return { changes: [], problems: [problemAt(place, what, 'make the folder readable')] }
  }
  const root = await realpath(dirname(folder.path))
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => compare(a.name, b.name))
  const read = await mapInParallel(visible, FILES_OPEN_MAX, async (entry) => {
    const file = { path: join(folder.path, entry.name), name: `${folder.name}/${entry.name}` }
    const bad = entry.isSymbolicLink() ? await explainBadLink(file.path, root) : undefined
    if (bad === undefined) return await readChange(file, entry.name)
    return { changes: [], problems: [problemAt(startOfFile(file.name), ...bad)] }
  })
  return {
    changes: read.flatMap(({ changes }) => changes),
    problems: read.flatMap(({ problems }) => problems),
  }
}

async function readChange(file: SourceFile, name: string): Promise<ChangelogFiles> {
  const named = NAME.exec(name)?.[1]
  const date = named !== undefined && isFullDate(named) ? named : undefined
  const problems: Problem[] = []
  if (date === undefined) {
    const what = `the name ${quote(name)} is not a date and a slug`
    problems.push(problemAt(startOfFile(file.name), what, 'name it as YYYY-MM-DD-what-changed.md'))
  }
  const text = await readText(file)
  if (text.ok) {
    const parsed = parseChange(file.name, name.replace(/\.md$/, ''), date, text.value)
    return { changes: [parsed.change], problems: [...problems, ...parsed.problems] }
  }
  if (text.error !== 'missing') problems.push(text.error)
  return { changes: [], problems }
}

function parseChange(
  name: string,
  id: string,
  namedDate: string | undefined,
  text: string,
): { readonly change: SourceChange; readonly problems: readonly Problem[] } {
  const front = readFrontMatter(name, text, KEYS)
  const fields = {
    title: readField(front, 'title', checkTitle),
    date: readField(front, 'date', checkDate('date')),
    capability: readField(front, 'capability', acceptAnyText),
    status: readField(front, 'status', acceptAnyText),
    page: readField(front, 'page', acceptAnyText),
  }
  const facts = readBody(name, front.body, front.bodyLine)
  const problems = [
    ...front.problems,
    ...Object.values(fields).flatMap((each) => each.problems),
    ...facts.problems,
  ]
  const date = fields.date.field
  if (date.text !== '' && namedDate !== undefined && date.text !== namedDate) {
    const what = `"date" is ${quote(date.text)}, and the file is named ${quote(namedDate)}`
    problems.push(problemAt(date.place, what, 'use the same date in both'))
  }
  const summary = front.body.trim()
  if (front.source !== undefined && summary === '') {
    const place = { file: name, line: front.bodyLine, column: 1 }
    problems.push(
      problemAt(place, 'the change has no summary', 'describe what changed for readers'),
    )
  }
  const optional = (key: 'capability' | 'status' | 'page') =>
    fields[key].present ? fields[key].field : undefined
  const change = {
    id,
    title: fields.title.field,
    date,
    capability: optional('capability'),
    status: optional('status'),
    page: optional('page'),
    summary,
    links: facts.links,
    warnings: [...warnOfHiddenValues(front.source), ...facts.warnings],
  }
  return { change, problems }
}
