import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '../../../contract/limits.ts'
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
 * Without the folder there are none. No symbolic link is followed: one could publish a hidden file
 * of the corpus, or any other of the machine, under a harmless name.
 */
export async function readSkills(folder: SourceFile): Promise<SkillsRead> {
  const place = startOfFile(folder.name)
  const found = await lstat(folder.path).catch(errorCodeOf)
  if (found === 'ENOENT') return NONE
  if (typeof found !== 'string' && found.isSymbolicLink()) {
    return { ...NONE, problems: [problemAt(place, ...explainLink('the folder itself'))] }
  }
  const entries = await listFolder(folder)
  if (!Array.isArray(entries)) return { ...NONE, problems: [entries] }
  const { skillsMax, skillFilesMax } = LIMITS
  if (entries.length > skillsMax) {
    const what = `the folder has ${entries.length} skills, more than ${skillsMax}`
    return { ...NONE, problems: [problemAt(place, what, 'remove some')] }
  }
  const read = await mapInParallel(entries, 1, async (entry): Promise<SkillsRead> => {
    const file = { path: join(folder.path, entry.name), name: `${folder.name}/${entry.name}` }
    if (entry.isDirectory()) return await readSkill(file, entry.name)
    const what = `${quote(entry.name)} is not a folder, and so no skill`
    const fix = `put it into a folder of its own as ${SKILL_FILE}, or remove it`
    const bad = explainKind(entry, 'the folder itself') ?? ([what, fix] as const)
    return { ...NONE, problems: [problemAt(startOfFile(file.name), ...bad)] }
  })
  const skills = read.flatMap((each) => each.skills)
  const files = skills.reduce((sum, skill) => sum + skill.files.length, 0)
  const what = `the skills have ${files} files together, more than ${skillFilesMax}`
  const many = files > skillFilesMax ? [problemAt(place, what, 'remove some')] : []
  return {
    skills,
    problems: [...read.flatMap(({ problems }) => problems), ...many],
    warnings: read.flatMap(({ warnings }) => warnings),
  }
}

async function readSkill(folder: SourceFile, name: string): Promise<SkillsRead> {
  const place = startOfFile(folder.name)
  const { paths, problems: misplaced } = await listSkillFiles(folder)
  const problems = [...checkName(name, folder), ...misplaced]
  const sizes = await mapInParallel(paths, FILES_OPEN_MAX, async (path) => {
    return (await lstat(join(folder.path, path)).catch(() => undefined))?.size ?? 0
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

type ListedEntry = { readonly paths: readonly string[]; readonly problems: readonly Problem[] }

/** The files below a folder, in path order, without hidden ones. */
async function listSkillFiles(folder: SourceFile): Promise<ListedEntry> {
  const paths: string[] = []
  const problems: Problem[] = []
  const walk = async (here: SourceFile, above: string): Promise<void> => {
    const entries = await listFolder(here)
    if (!Array.isArray(entries)) {
      problems.push(entries)
      return
    }
    for (const entry of entries) {
      const path = `${above}${entry.name}`
      const file = { path: join(folder.path, path), name: `${folder.name}/${path}` }
      const bad = explainKind(entry, 'the file itself') ?? explainLength(path)
      if (bad === undefined && entry.isDirectory()) {
        await walk(file, `${path}/`)
        continue
      }
      const wrong = bad ?? explainBadPath(path)
      if (wrong === undefined) paths.push(path)
      else problems.push(problemAt(startOfFile(file.name), ...wrong))
    }
  }
  await walk(folder, '')
  return { paths: paths.sort(compare), problems }
}

/** What is in a folder and not hidden, by name; a problem if it cannot be read. */
async function listFolder({ path, name }: SourceFile): Promise<Dirent[] | Problem> {
  const entries = await readdir(path, { withFileTypes: true }).catch(errorCodeOf)
  if (typeof entries === 'string') {
    const what = `the folder cannot be read: ${entries}`
    return problemAt(startOfFile(name), what, 'make the folder readable')
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => compare(a.name, b.name))
}

type Fault = readonly [what: string, fix: string]

function explainLink(instead: string): Fault {
  return ['this is a symbolic link, which skills cannot have', `put ${instead} here`]
}

/** What is neither file nor folder: opening a pipe would wait for a writer without end. */
function explainKind(entry: Dirent, instead: string): Fault | undefined {
  if (entry.isSymbolicLink()) return explainLink(instead)
  if (entry.isFile() || entry.isDirectory()) return undefined
  return ['this is not a regular file', 'remove it']
}

function explainLength({ length }: string): Fault | undefined {
  const most = LIMITS.skillPathCharactersMax
  if (length <= most) return undefined
  return [`the path has ${length} characters below the skill, more than ${most}`, 'shorten it']
}

function explainBadPath(path: string): Fault | undefined {
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
