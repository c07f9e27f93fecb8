import { type Problem, problemAt, sortProblems, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import { describeSystemError } from '../../foundation/files/system_problem.ts'
import { locateCorpusFile } from '../../text/source_text/source_file.ts'
import { type Brand, brandOf, factsOf } from './brand.ts'
import { comparePackage } from './comparison.ts'
import { makePackageFiles } from './files.ts'
import { findForeignFiles, placePackage } from './package_folder.ts'

export { brandOf, factsOf } from './brand.ts'
export { packBundle, recognisePlatform } from './bundle.ts'
export { formatConnectGuide as connectGuide, listConnectHosts as connectHosts } from './connect.ts'
export { makePackageFiles as packageFiles } from './files.ts'
export { createHostLinks, type HostLink, type HostLinks } from './open_links.ts'
export { checkPackageFile as fileProblems, findSecrets as secretProblems } from './rules.ts'

type PackageOptions = {
  readonly corpus: Corpus
  readonly corpusDir: string
  readonly folder: string
}

type PackageReport = {
  readonly files: number
  readonly version: string
  readonly endpoint: string
}

/** Writes the distribution package (contract 1). It replaces an earlier package, nothing else. */
export async function writePackage(
  options: PackageOptions,
): Promise<Result<PackageReport, readonly Problem[]>> {
  const { folder } = options
  return await withBrand(options, async (brand) => {
    const foreign = await findForeignFiles(folder, brand.packages.name)
    if (foreign.length > 0) return foreign
    return await placePackage(folder, makePackageFiles(brand))
  })
}

/** Compares a folder with the package that would be written now; writes nothing. */
export async function checkPackage(
  options: PackageOptions,
): Promise<Result<PackageReport, readonly Problem[]>> {
  return await withBrand(options, (brand) =>
    comparePackage(options.folder, makePackageFiles(brand), factsOf(brand)),
  )
}

async function withBrand(
  { corpus, corpusDir, folder }: PackageOptions,
  work: (brand: Brand) => Promise<readonly Problem[]>,
): Promise<Result<PackageReport, readonly Problem[]>> {
  const { registry, baseUrl } = corpus
  if (registry.packages === undefined) return err([reportNoPackages(corpusDir)])
  const brand = brandOf(registry, registry.packages, baseUrl)
  try {
    const problems = await work(brand)
    if (problems.length > 0) return err(sortProblems(problems))
  } catch (error) {
    const problem = describeSystemError(error, folder)
    if (problem === undefined) throw error
    return err([problem])
  }
  const { service, endpoint } = brand
  return ok({ files: makePackageFiles(brand).length, version: service.version, endpoint })
}

function reportNoPackages(corpusDir: string): Problem {
  const file = locateCorpusFile(corpusDir, 'registry.yaml').name
  const fix = 'add it, with name, description, category, keywords and starters'
  const what = '"packages" is absent, so there is nothing to package'
  return problemAt(startOfFile(file), what, fix)
}
