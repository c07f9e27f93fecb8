import { formatProblem, type Problem } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  type Choices,
  importTools,
  type ListedOperation,
  listApiOperations,
  readChoices,
  type ToolImport,
} from '../import/tools/mod.ts'
import { type Call, defineCommand, EXIT, nameProgram } from './command.ts'
import { printLine, printProblems, reportProblems, reportWrongUse } from './report_lines.ts'

const MARKS = ['from-grant', 'not-tenant', 'leave-out'] as const
const WORDS = ['name', 'record', 'reach', 'hold', 'idempotency', 'id', 'at'] as const

type ToolFlags = {
  readonly [Name in (typeof MARKS)[number] | (typeof WORDS)[number] | 'operation']?: string
} & { readonly check?: boolean }

export const command = defineCommand({
  usage: 'tools import FILE [--operation ID,…] [--check] [CHOICES]',
  does: "adds operations of the product's OpenAPI document to the private tools of the corpus",
  details:
    'Without --operation it lists the operations, and what keeps each from being a tool. Writes\n' +
    '  business.yaml in CORPUS_DIR; --check prints it instead. "x-lectern" in the document can\n' +
    '  make the same choices, except --hold domain and --not-tenant:\n' +
    '  --name NAME, --record TYPE  what the tool and its records are called\n' +
    '  --reach MEMBER  of a record, names its business; or via:TYPE:MEMBER, or answer\n' +
    '  --id MEMBER, --at MEMBER.MEMBER  the id of a record; where an answer has its records\n' +
    '  --hold always|domain, --idempotency none|optional|required\n' +
    '  --from-grant NAME=business,…  inputs that business or workspace of the grant fills\n' +
    '  --not-tenant "NAME=REASON;…"  inputs that only look as if they chose a business\n' +
    '  --leave-out NAME,…  optional inputs that no caller gives',
  options: {
    operation: 'string',
    name: 'string',
    record: 'string',
    reach: 'string',
    id: 'string',
    at: 'string',
    hold: 'string',
    idempotency: 'string',
    'from-grant': 'string',
    'not-tenant': 'string',
    'leave-out': 'string',
    check: 'boolean',
  },
  takesWords: true,
  run: runTools,
})

async function runTools({ config, words, flags }: Call<ToolFlags>): Promise<number> {
  const [verb, path, ...more] = words
  if (verb !== 'import' || path === undefined || more.length > 0) {
    return reportWrongUse(`Cannot run "tools ${words.join(' ')}": write tools import FILE`)
  }
  const { corpusDir } = config
  const operations = splitList(flags.operation, ',')
  if (operations.length === 0) {
    const listed = await listApiOperations(path, corpusDir)
    return listed.ok ? printOperations(listed.value) : reportProblems(listed.error)
  }
  const choices = parseChoices(flags)
  if (!choices.ok) return reportWrongUse(`Cannot import tools: ${choices.error}`)
  if (flags.name !== undefined && operations.length > 1) {
    return reportWrongUse('Cannot import tools with --name: it names one operation')
  }
  const isTrial = flags.check ?? false
  const request = { path, corpusDir, operations, choices: choices.value, isTrial }
  const imported = await importTools(request)
  return imported.ok ? printImport(imported.value, isTrial) : reportProblems(imported.error)
}

function splitList(text: string | undefined, sign: string): readonly string[] {
  const parts = (text ?? '').split(sign).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/** The same choices as in a document, read by the same rules. */
function parseChoices(flags: ToolFlags): Result<Choices, string> {
  const given: Record<string, unknown> = {}
  for (const word of WORDS) if (flags[word] !== undefined) given[word] = flags[word]
  for (const [mark, sign] of [
    ['from-grant', ','],
    ['not-tenant', ';'],
  ] as const) {
    const pairs = splitList(flags[mark], sign).map((part) => part.split('='))
    const wrong = pairs.find(([name, ...value]) => name === '' || value.join('') === '')
    if (wrong !== undefined) return err(`--${mark} takes NAME=VALUE, not "${wrong.join('=')}"`)
    const entries = pairs.map(([name = '', ...value]) => [name.trim(), value.join('=').trim()])
    given[mark.replace('-', '_')] = Object.fromEntries(entries)
  }
  given.leave_out = splitList(flags['leave-out'], ',')
  const { choices, wrong } = readChoices(given)
  if (wrong === undefined) return ok(choices)
  const [name = ''] = wrong.split('/')
  return err(`--${name.replace('_', '-')} has a value that it does not take; see --help`)
}

function printOperations(listed: readonly ListedOperation[]): number {
  const [fine, others] = [true, false].map((isFine) =>
    listed.filter(({ problems }) => (problems.length === 0) === isFine),
  )
  console.log(`Operations that can be tools as they are: ${fine?.length ?? 0}`)
  for (const { id, call } of fine ?? []) printLine(`  ${id}  ${call}`)
  console.log(`Operations that need a choice, or cannot be tools: ${others?.length ?? 0}`)
  for (const { id, call, problems } of others ?? []) {
    printLine(`  ${id}  ${call}`)
    for (const problem of problems) printLine(`    ${shorten(id, problem)}`)
  }
  return EXIT.fine
}

/** The line of a problem without the file and the operation, which stand above. */
function shorten(id: string, problem: Problem): string {
  const text = formatProblem(problem)
  const start = `${problem.file}:${problem.line}:${problem.column}: `
  const rest = text.startsWith(start) ? text.slice(start.length) : text
  return `line ${problem.line}: ${rest.startsWith(`${id}: `) ? rest.slice(id.length + 2) : rest}`
}

function printImport({ file, text, tools, notes }: ToolImport, isTrial: boolean): number {
  printProblems(notes, 'note: ')
  if (isTrial) {
    console.log(text)
    return EXIT.fine
  }
  for (const { name, kind, http, hold, idempotency } of tools) {
    const does = kind === 'read' ? 'reads' : `writes, hold ${hold}, idempotency ${idempotency}`
    printLine(`${name}  ${http?.method} ${http?.path}  ${does}`)
  }
  printLine(`Added ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} to ${file}`)
  console.log(`\nNext: read it, set DOMAIN_API_URL, then ${nameProgram()} check`)
  return EXIT.fine
}
