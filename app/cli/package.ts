import { readCorpus } from '../build/corpus_build/corpus.ts'
import { checkPackage, writePackage } from '../build/packager/mod.ts'
import { isLoopback } from '../contract/loopback.ts'
import { countOf } from '../contract/problem.ts'
import { runBundle } from './_bundle.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { reportProblems, reportWrongUse } from './report_lines.ts'

type PackageFlags = Readonly<Partial<Record<'to' | 'check' | 'mcpb' | 'program', string>>>

export const command = defineCommand({
  usage: 'package [--to DIR | --check DIR | --mcpb FILE [--program FILE]]',
  does: 'writes the distribution package, or a bundle of program and build',
  details:
    'Reads CORPUS_DIR, writes --to DIR, which is package in DIST_DIR by default.\n' +
    '  --check DIR writes nothing: it compares a folder with what would be written.\n' +
    '  --mcpb FILE puts the program and the build in DIST_DIR into one file that desktop hosts\n' +
    '  install. --program names the program of another system; without it, this one.',
  options: { to: 'string', check: 'string', mcpb: 'string', program: 'string' },
  takesWords: false,
  run: runPackage,
})

async function runPackage({ config, flags }: Call<PackageFlags>): Promise<number> {
  const { to, check, mcpb, program } = flags
  const targets = [to, check, mcpb].filter((target) => target !== undefined)
  if (targets.length > 1 || targets.includes('')) {
    return reportWrongUse('Cannot package: name one target, with --to, --check or --mcpb')
  }
  if (mcpb !== undefined) return await runBundle(config, mcpb, program)
  if (program !== undefined) {
    return reportWrongUse('Cannot use --program: it is for --mcpb: name both')
  }
  const folder = check ?? to ?? `${config.distDir}/package`
  const corpus = await readCorpus(config)
  if (!corpus.ok) return reportProblems(corpus.error)
  const work = check === undefined ? writePackage : checkPackage
  const result = await work({ corpus: corpus.value, corpusDir: config.corpusDir, folder })
  if (!result.ok) return reportProblems(result.error)
  const { files, version, endpoint } = result.value
  if (isLoopback(new URL(config.baseUrl))) {
    console.error(`warning: ${endpoint} can be reached from this machine only: set BASE_URL`)
  }
  const what = check === undefined ? 'Wrote' : 'Up to date:'
  console.log(
    `${what} ${countOf(files, 'file')} of package ${version} for ${endpoint} in ${folder}`,
  )
  return EXIT.fine
}
