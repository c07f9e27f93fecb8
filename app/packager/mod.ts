import { type Problem, problemAt, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type CorpusOptions, readCorpus, shownPath } from '../corpus_build/corpus.ts'
import { systemProblem } from '../files/system_problem.ts'
import { type Brand, brandOf, factsOf } from './brand.ts'
import { packageDifferences } from './compare.ts'
import { packageFiles } from './files.ts'
import { foreignProblems, placePackage } from './place.ts'

export type PackageReport = {
  readonly files: number
  readonly version: string
  readonly endpoint: string
}

/** Writes the distribution package (contract 1) over the last one, and over nothing else. */
export async function writePackage(
  options: CorpusOptions,
  folder: string,
): Promise<Result<PackageReport, readonly Problem[]>> {
  return await withBrand(options, folder, async (brand) => {
    const foreign = await foreignProblems(folder, brand.packages.name)
    if (foreign.length > 0) return foreign
    return await placePackage(folder, packageFiles(brand))
  })
}

/** Compares a folder with the package that would be written now; writes nothing. */
export async function checkPackage(
  options: CorpusOptions,
  folder: string,
): Promise<Result<PackageReport, readonly Problem[]>> {
  return await withBrand(options, folder, (brand) =>
    packageDifferences(folder, packageFiles(brand), factsOf(brand)),
  )
}

async function withBrand(
  options: CorpusOptions,
  folder: string,
  work: (brand: Brand) => Promise<readonly Problem[]>,
): Promise<Result<PackageReport, readonly Problem[]>> {
  const corpus = await readCorpus(options)
  if (!corpus.ok) return corpus
  const { registry, baseUrl } = corpus.value
  if (registry.packages === undefined) return err([noPackages(options.corpusDir)])
  const brand = brandOf(registry, registry.packages, baseUrl)
  try {
    const problems = await work(brand)
    if (problems.length > 0) return err(sortProblems(problems))
  } catch (error) {
    const problem = systemProblem(error, folder)
    if (problem === undefined) throw error
    return err([problem])
  }
  const { service, endpoint } = brand
  return ok({ files: packageFiles(brand).length, version: service.version, endpoint })
}

function noPackages(corpusDir: string): Problem {
  const place = { file: shownPath(corpusDir, 'registry.yaml'), line: 1, column: 1 }
  const fix = 'add it, with name, description, category, keywords and starters'
  return problemAt(place, '"packages" is absent, so there is nothing to package', fix)
}
