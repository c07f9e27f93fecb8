import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  type CorpusPlan,
  type Identity,
  planCorpus,
  suggestLanguage,
  writePlan,
} from '../build/new_corpus/mod.ts'
import { countOf } from '../contract/problem.ts'
import { SPDX_PATTERN } from '../contract/registry.ts'
import { findProduct, nameProduct } from '../import/corpus/mod.ts'
import { type Call, defineCommand, EXIT, nameProgram } from './command.ts'
import { printLine, reportProblems, reportWrongUse } from './report_lines.ts'

type InitFlags = {
  readonly name?: string
  readonly url?: string
  readonly language?: string
  readonly license?: string
  readonly ci?: string
  readonly yes?: boolean
  readonly 'dry-run'?: boolean
}

export const command = defineCommand({
  usage:
    'init [FOLDER] [--name NAME] [--url URL] [--language TAG] [--license SPDX] ' +
    '[--ci REPOSITORY]',
  does: 'turns a folder into a corpus: a registry, and three pages if it has none',
  details:
    'Asks for what is not given, on a terminal; --yes takes what it would suggest.\n' +
    '  It replaces no file. --dry-run lists what it would write. --ci adds a workflow of GitHub\n' +
    '  that checks every change with the program of this git repository, by its https address.',
  options: {
    name: 'string',
    url: 'string',
    language: 'string',
    license: 'string',
    ci: 'string',
    yes: 'boolean',
    'dry-run': 'boolean',
  },
  takesWords: true,
  run: runInit,
})

type Answers = Record<'name' | 'url' | 'language' | 'license', string>

const QUESTIONS: Readonly<Record<keyof Answers, string>> = {
  name: 'What is documented here',
  url: 'Address of the future site',
  language: 'Language of the pages',
  license: 'Licence of the pages, or none',
}

const NO_LICENSE = 'none'

async function runInit({ words, flags, config }: Call<InitFlags>): Promise<number> {
  const [folder = '.', ...more] = words
  if (more.length > 0) return reportWrongUse('Cannot start a corpus: name one folder')
  const product = await findProduct(folder)
  const { yes = false, 'dry-run': isDry = false } = flags
  const { name, url, language, license } = flags
  const given = Object.entries({ name, url, language, license }).filter(([, text]) => text)
  const suggested: Answers = {
    name: product.title,
    url: config.baseUrl,
    language: await suggestLanguage(folder),
    license: product.license ?? NO_LICENSE,
    ...Object.fromEntries(given),
  }
  const asks = !yes && process.stdin.isTTY === true && process.stdout.isTTY === true
  const answers = asks ? await askFor(suggested, flags) : suggested
  const faults = [...findFaults(answers), ...findCiFaults(flags.ci)]
  if (faults.length > 0) return reportWrongUse(faults.join('\n'))
  const named = answers.name === product.title ? product : nameProduct(answers.name)
  const identity: Identity = {
    name: named.name,
    title: named.title,
    language: answers.language,
    license: answers.license === NO_LICENSE ? undefined : answers.license,
    version: product.version,
    url: answers.url,
    ci: flags.ci,
  }
  const plan = await planCorpus(folder, identity)
  if (!plan.ok) return reportProblems(plan.error)
  if (!isDry) {
    const placed = await writePlan(plan.value)
    if (!placed.ok) return reportProblems([placed.error])
  }
  describePlan(plan.value, isDry)
  return EXIT.fine
}

async function askFor(suggested: Answers, given: InitFlags): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answers = { ...suggested }
  try {
    for (const key of ['name', 'url', 'language', 'license'] as const) {
      if (given[key] !== undefined) continue
      const answer = await terminal.question(`${QUESTIONS[key]} (${suggested[key]}): `)
      if (answer.trim() !== '') answers[key] = answer.trim()
    }
  } finally {
    terminal.close()
  }
  return answers
}

/** Everything that is wrong with the answers, at once. */
function findFaults({ name, url, language, license }: Answers): readonly string[] {
  const faults: string[] = []
  if (name.length > 100 || /[\u0000-\u001f\u007f]/.test(name)) {
    faults.push(`Cannot use --name "${name}": it is more than one short line`)
  }
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    faults.push(`Cannot use --url "${url}": write an address such as https://docs.example.org`)
  }
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language)) {
    faults.push(`Cannot use --language "${language}": write a language tag such as en or pt-BR`)
  }
  if (license !== NO_LICENSE && !new RegExp(SPDX_PATTERN).test(license)) {
    faults.push(`Cannot use --license "${license}": write an SPDX identifier such as MIT, or none`)
  }
  return faults
}

/** The address becomes part of a workflow, which runs it. */
function findCiFaults(ci: string | undefined): readonly string[] {
  if (ci === undefined || /^(?:https|file):\/\/[\w.~/:@-]+$/.test(ci)) return []
  return [`Cannot use --ci "${ci}": write the https address of a git repository of this program`]
}

function describePlan({ folder, pages, files, kept }: CorpusPlan, isDry: boolean): void {
  const from = join(folder, 'corpus', pages.folder ?? 'pages')
  for (const path of pages.reserved) {
    printLine(`Reserved: ${join(from, path)}: the service has this address; rename the file`)
  }
  for (const { path } of files)
    printLine(`${isDry ? 'Would write' : 'Wrote'} ${join(folder, path)}`)
  for (const { path, advice } of kept) printLine(`Kept ${join(folder, path)}: ${advice}`)
  if (pages.count > 0) {
    printLine(`Takes ${countOf(pages.count, 'Markdown file')} from ${from}, unchanged`)
  }
  if (isDry) return
  const at = folder === '.' ? '' : ` ${folder}`
  console.log(`\nNext: ${nameProgram()} dev${at}`)
  console.log(`Then: ${nameProgram()} build${at === '' ? ' .' : at}`)
}
