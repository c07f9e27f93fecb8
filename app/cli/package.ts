import { isLoopback } from '../contract/loopback.ts'
import { readCorpus } from '../corpus_build/corpus.ts'
import { checkPackage, writePackage } from '../packager/mod.ts'
import { reportProblems, reportWrongUse } from './_report.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

type PackageFlags = { readonly to?: string; readonly check?: string }

export const command = defineCommand({
  usage: 'package [--to DIR | --check DIR]',
  does: 'writes the distribution package: a registry entry and manifests for hosts',
  details:
    'Reads CORPUS_DIR, writes --to DIR, which is package in DIST_DIR by default.\n' +
    '  --check DIR writes nothing: it compares a folder with what would be written.',
  options: { to: 'string', check: 'string' },
  takesWords: false,
  run: runPackage,
})

async function runPackage({ config, flags: { to, check } }: Call<PackageFlags>): Promise<number> {
  if (to === '' || check === '' || (to !== undefined && check !== undefined)) {
    return reportWrongUse('Cannot package: name one folder, with --to or with --check')
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
  console.log(`${what} ${files} files of package ${version} for ${endpoint} in ${folder}`)
  return EXIT.fine
}
