import { posix } from 'node:path'
import type { Generator, Recognition } from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readPythonLiterals } from '../../foreign_source/source/python_literals.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readSphinxConfig } from './_config.ts'
import { readSphinxSite } from './_site.ts'

const NAME = /(?:^|\/)conf\.py$/
const SIGN = /^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=/m

/** A documentation of Sphinx: `conf.py` configures it, `toctree`s order its pages. */
export const sphinx: Generator = {
  name: 'Sphinx',
  recognise: (source) => findSphinx(source),
  readSite: (source, { marker, folder }, context) => {
    const values = readConfigValue(readPythonLiterals(source.read(marker) ?? ''))
    const config = readSphinxConfig(values, marker, source)
    return readSphinxSite({ source, config, marker, root: folder, context })
  },
}

function findSphinx(source: SourceFolder): Recognition | undefined {
  const found = findMarker(source, NAME)
  if (found === undefined) return undefined
  // Other programs have a file of this name, too.
  if (SIGN.test(source.read(found.marker) ?? '')) return found
  const marker = source.files.find((file) => {
    return NAME.test(file) && file.split('/').length <= 3 && SIGN.test(source.read(file) ?? '')
  })
  return marker === undefined ? undefined : { marker, folder: dirnameOf(marker) }
}

function dirnameOf(file: string): string {
  const folder = posix.dirname(file)
  return folder === '.' ? '' : folder
}
