import { posix } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import type { Budget } from '../../../text/source_text/budget.ts'
import { parseYaml } from '../../../text/source_text/yaml.ts'
import type { Report } from '../report/report.ts'
import { type ConfigValue, readConfigValue } from './config_values.ts'
import { createScriptBudget, type ExportRequest, readScriptLiterals } from './script_literals.ts'
import type { SourceFolder } from './source_files.ts'

/**
 * Reads a configuration file by its name: TOML, YAML, JSON, or the literals of a script, which is
 * not run. One that is absent or broken is empty, and a broken one is reported.
 */
export function readConfigFile(source: SourceFolder, file: string, report: Report): ConfigValue {
  const text = source.read(file)
  if (text === undefined) return readConfigValue(undefined)
  const shown = source.show(file)
  if (/\.toml$/i.test(file)) return readConfigValue(parseToml(shown, text, report))
  if (/\.[cm]?[jt]sx?$/i.test(file)) return readConfigValue(parseScript(source, file, text, report))
  // JSON is YAML, too, and both then have the place of a mistake.
  const { source: yaml, problems } = parseYaml(shown, text)
  for (const { what, fix, ...place } of yaml.value === undefined ? problems : []) {
    report.addLoss(place, `the configuration is not used: ${what}`, fix)
  }
  return readConfigValue(yaml.value)
}

function parseToml(shown: string, text: string, report: Report): unknown {
  try {
    return parse(text)
  } catch (error) {
    const [line, column] = error instanceof TomlError ? [error.line, error.column] : [1, 1]
    const what = 'the configuration is no valid TOML and is not used'
    report.addLoss({ file: shown, line, column }, what, 'correct it')
    return undefined
  }
}

function parseScript(source: SourceFolder, file: string, text: string, report: Report): unknown {
  const budget = createScriptBudget()
  const value = readModule({ source, budget }, file, text, { name: 'default' }, 0)
  if (budget.isSpent) {
    const what = 'the configuration repeats its own values too often; what exceeds it is left out'
    report.lose(file, what, 'write its values out once')
  } else if (value === undefined) {
    const what = 'the configuration is a program that computes what it exports; it is not run'
    const fix = 'export an object whose values are written out'
    report.lose(file, what, fix)
  }
  return value
}

/** Files that import each other; more is a circle. */
const IMPORT_DEPTH_MAX = 10

type Reading = { readonly source: SourceFolder; readonly budget: Budget }

/** What a script exports under a name, with what it imports from files beside it. */
function readModule(
  reading: Reading,
  file: string,
  text: string,
  wanted: ExportRequest,
  depth: number,
): unknown {
  const { source, budget } = reading
  if (depth > IMPORT_DEPTH_MAX || budget.isSpent) return undefined
  if (file.endsWith('.json')) {
    return budget.take(text.length) ? parseYaml(file, text).source.value : undefined
  }
  return readScriptLiterals(
    file,
    text,
    (specifier, inner) => {
      if (!specifier.startsWith('.')) return undefined
      const path = posix.join(posix.dirname(file), specifier)
      const found = ENDINGS.map((ending) => `${path}${ending}`).find((each) => source.has(each))
      const other = found === undefined ? undefined : source.read(found)
      if (found === undefined || other === undefined) return undefined
      return readModule(reading, found, other, inner, depth + 1)
    },
    wanted,
    budget,
  )
}

const ENDINGS = ['', '.ts', '.js', '.mts', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']
