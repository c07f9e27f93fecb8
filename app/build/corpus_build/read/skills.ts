import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { compare, type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import {
  SKILL_BYTES_MAX,
  SKILL_FILE,
  SKILL_FILES_MAX,
  SKILL_NAME_CHARACTERS_MAX,
  SKILL_NAME_PATTERN,
} from '../../../contract/skills.ts'
import type { CorpusSkill } from '../../../docs/model/skill.ts'
import { mapInParallel } from '../../../foundation/files/parallel_map.ts'
import { errorCodeOf, type SourceFile } from '../../../text/source_text/source_file.ts'
import { explainBadLink } from './_link.ts'
import { readSkillFile } from './_skill_file.ts'

const FILES_OPEN_MAX = 16

/** No sign that an address or a shell gives a meaning, and no hidden file. */
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** Names that are pages of the site. */
const PAGE_NAMES: readonly string[] = ['index.html', 'index.md']

type SkillsRead = {
  readonly skills: readonly CorpusSkill[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

const NONE: SkillsRead = { skills: [], problems: [], warnings: [] }

/**
 * Reads the folder `skills`: each folder in it is a skill, whose files are published byte for byte.
 * Without the folder there are none.
 */
export async function readSkills(folder: SourceFile): Promise<SkillsRead> {
  const entries = await readdir(folder.path, { withFileTypes: true }).catch(errorCodeOf)
  if (entries === 'ENOENT') return NONE
  if (typeof entries === 'string') {
    const what = `the folder cannot be read: ${entries}`
    const problem = problemAt(startOfFile(folder.name), what, 'make the folder readable')
    return { ...NONE, problems: [problem] }
  }
  const root = await realpath(dirname(folder.path))
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => compare(a.name, b.name))
  const read = await mapInParallel(visible, 1, async (entry): Promise<SkillsRead> => {
    const file = { path: join(folder.path, entry.name), name: `${folder.name}/${entry.name}` }
    if (entry.isDirectory()) return await readSkill(file, entry.name, root)
    const what = `${quote(entry.name)} is not a folder, and so no skill`
    const fix = `put it into a folder of its own as ${SKILL_FILE}, or remove it`
    return { ...NONE, problems: [problemAt(startOfFile(file.name), what, fix)] }
  })
  return {
    skills: read.flatMap(({ skills }) => skills),
    problems: read.flatMap(({ problems }) => problems),
    warnings: read.flatMap(({ warnings }) => warnings),
  }
}

async function readSkill(folder: SourceFile, name: string, root: string): Promise<SkillsRead> {
  const place = startOfFile(folder.name)
  const { paths, problems: misplaced } = await listSkillFiles(folder, root)
  const problems = [...checkName(name, folder), ...misplaced]
  const sizes = await mapInParallel(paths, FILES_OPEN_MAX, async (path) => {
    return (await stat(join(folder.path, path)).catch(() => undefined))?.size ?? 0
  })
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (paths.length > SKILL_FILES_MAX) {
    const what = `the skill has ${paths.length} files, more than ${SKILL_FILES_MAX}`
    problems.push(problemAt(place, what, 'split it into several skills'))
  }
  if (bytes > SKILL_BYTES_MAX) {
    const what = `the files of the skill have ${bytes} bytes, more than ${SKILL_BYTES_MAX}`
    return { ...NONE, problems: [...problems, problemAt(place, what, 'remove what is large')] }
  }
  if (!paths.includes(SKILL_FILE)) {
    const what = `the skill has no ${SKILL_FILE}`
    return { ...NONE, problems: [...problems, problemAt(place, what, 'write it')] }
  }
  const read = await mapInParallel(paths, FILES_OPEN_MAX, async (path) => {
    const found = await readFile(join(folder.path, path)).catch(errorCodeOf)
    if (typeof found !== 'string') return { path, bytes: new Uint8Array(found) }
    const what = `the file cannot be read: ${found}`
    const at = startOfFile(`${folder.name}/${path}`)
    problems.push(problemAt(at, what, 'let the user who runs the build read it'))
    return { path, bytes: new Uint8Array() }
  })
  const top = read.find(({ path }) => path === SKILL_FILE)
  const main = readSkillFile(`${folder.name}/${SKILL_FILE}`, top?.bytes ?? new Uint8Array(), {
    name,
    paths,
  })
  return {
    skills: [{ name, place, frontMatter: main.frontMatter, files: read }],
    problems: [...problems, ...main.problems],
    warnings: main.warnings,
  }
}

function checkName(name: string, folder: SourceFile): readonly Problem[] {
  const isGood = new RegExp(SKILL_NAME_PATTERN).test(name)
  if (isGood && name.length <= SKILL_NAME_CHARACTERS_MAX) return []
  const what = `${quote(name)} cannot be the name of a skill`
  const fix = `write lower-case letters, digits and single -, ${SKILL_NAME_CHARACTERS_MAX} at most`
  return [problemAt(startOfFile(folder.name), what, fix)]
}

async function listSkillFiles(
  folder: SourceFile,
  root: string,
): Promise<{ readonly paths: readonly string[]; readonly problems: readonly Problem[] }> {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true })
  const problems: Problem[] = []
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .map(({ entry, path }) => ({ entry, below: relative(folder.path, path).replaceAll(sep, '/') }))
    .filter(({ below }) => !/(^|\/)\./.test(below))
    .sort((a, b) => compare(a.below, b.below))
  const paths: string[] = []
  for (const { entry, below } of found) {
    const bad = entry.isSymbolicLink()
      ? await explainBadLink(join(folder.path, below), root)
      : explainBadPath(below)
    if (bad === undefined) paths.push(below)
    else problems.push(problemAt(startOfFile(`${folder.name}/${below}`), ...bad))
  }
  return { paths, problems }
}

function explainBadPath(path: string): readonly [what: string, fix: string] | undefined {
  const names = path.split('/')
  const wrong = names.find((name) => !SEGMENT.test(name))
  if (wrong !== undefined) {
    const what = `the name ${quote(wrong)} cannot stand in an address`
    return [what, 'write letters, digits and the characters . _ -']
  }
  const last = names.at(-1) ?? ''
  if (!PAGE_NAMES.includes(last)) return undefined
  return [`the name ${quote(last)} is that of a page`, 'rename the file']
}
