import { posix } from 'node:path'
import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { isMarkdownName, type SourceFolder } from '../source/files/source_files.ts'
import type { Recognition } from '../source/generator.ts'
import { findMarker } from '../source/marker_files.ts'

/** A generator whose pages are made by a program: its site is imported, not its source. */
export type SiteProgram = {
  /** As its users call it: `Sphinx`. */
  readonly name: string
  recognise(source: SourceFolder): Recognition | undefined
  /** The command that builds the site, and the folder that holds it then. */
  howToBuild(recognition: Recognition, source: SourceFolder): { command: string; site: string }
}

const SPHINX_SIGN = /^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=/m
const HUGO_SIGN = /^\s*"?(?:baseurl|theme|languagecode)"?\s*[=:]/im
const ASCIIDOC = /\.(?:adoc|asciidoc)$/i

/** `conf.py` alone is the file of many programs. */
const sphinx: SiteProgram = {
  name: 'Sphinx',
  recognise: (source) => findMarkerWith(source, /(?:^|\/)conf\.py$/, SPHINX_SIGN),
  howToBuild: ({ folder }, source) => {
    const site = source.show('out')
    return { command: `sphinx-build -b html ${source.show(folder)} ${site}`, site }
  },
}

const myst: SiteProgram = {
  name: 'MyST',
  recognise: (source) => findMarker(source, /(?:^|\/)myst\.yml$/),
  howToBuild: ({ folder }, source) => ({
    command: `cd ${source.show(folder)} && myst build --html`,
    site: source.show(join(folder, '_build/html')),
  }),
}

const jupyter: SiteProgram = {
  name: 'Jupyter Book',
  recognise: (source) => {
    return findMarkerWith(source, /(?:^|\/)_toc\.yml$/, /^(?:format:[ \t]*jb-|root:)/m)
  },
  howToBuild: ({ folder }, source) => ({
    command: `jupyter-book build ${source.show(folder)}`,
    site: source.show(join(folder, '_build/html')),
  }),
}

const hugo: SiteProgram = {
  name: 'Hugo',
  recognise: (source) => {
    const found =
      findMarker(
        source,
        /(?:^|\/)(?:hugo|config\/_default\/(?:hugo|config))\.(?:toml|ya?ml|json)$/,
      ) ?? findMarkerWith(source, /(?:^|\/)config\.(?:toml|ya?ml|json)$/, HUGO_SIGN)
    if (found === undefined) return undefined
    const folder = found.folder.replace(/(?:^|\/)config\/_default$/, '')
    const content = folder === '' ? 'content/' : `${folder}/content/`
    const hasPages = source.files.some((file) => file.startsWith(content) && isMarkdownName(file))
    return hasPages ? { marker: found.marker, folder } : undefined
  },
  howToBuild: ({ folder }, source) => ({
    command: `hugo --source ${source.show(folder)}`,
    site: source.show(join(folder, 'public')),
  }),
}

const antora: SiteProgram = {
  name: 'Antora',
  recognise: (source) => {
    const playbook = findMarker(source, /(?:^|\/)[\w-]*antora-[\w-]*\.ya?ml$/)
    return playbook ?? findMarker(source, /(?:^|\/)antora\.yml$/, 3)
  },
  howToBuild: ({ folder, marker }, source) => {
    const name = marker.slice(marker.lastIndexOf('/') + 1)
    // A component alone does not say which site it belongs to.
    const playbook = name === 'antora.yml' ? 'antora-playbook.yml' : name
    const site = source.show(join(folder, 'build/site'))
    return { command: `cd ${source.show(folder)} && npx antora ${playbook}`, site }
  },
}

/** Templates, and marks of kramdown: without them, the pages are Markdown as any other. */
const JEKYLL_TEXT =
  /\{%-?[ \t]*\w|\{\{-?[ \t]*(?:site|page|include|layout|content)\b|^[ \t]*\{:[^{}\n]*\}[ \t]*$/m
/** Folders of which Jekyll makes pages. */
const JEKYLL_FOLDER = /^_(?:layouts|includes|posts|data|plugins)\//

const jekyll: SiteProgram = {
  name: 'Jekyll',
  recognise: (source) => {
    const found = findMarker(source, /(?:^|\/)_config\.ya?ml$/)
    if (found === undefined) return undefined
    const below = join(found.folder, '')
    const isOther = /^(?:source_dir|public_dir|skip_render):/m.test(source.read(found.marker) ?? '')
    const own = source.files.filter((file) => file.startsWith(below))
    const pages = own.filter(isMarkdownName)
    // Of a site that is built already, the theme is all that is left.
    const isBuilt =
      own.filter((file) => /^(?!(?:.*\/)?_).*\.html?$/i.test(file)).length > pages.length
    if (isOther || isBuilt || source.has(join(found.folder, '_toc.yml'))) return undefined
    const needsIt =
      own.some((file) => JEKYLL_FOLDER.test(file.slice(below.length))) ||
      pages.some((file) => JEKYLL_TEXT.test(source.read(file) ?? ''))
    return needsIt ? found : undefined
  },
  howToBuild: ({ folder }, source) => ({
    command: `cd ${source.show(folder)} && bundle exec jekyll build`,
    site: source.show(join(folder, '_site')),
  }),
}

const docfx: SiteProgram = {
  name: 'docfx',
  recognise: (source) => findMarker(source, /(?:^|\/)docfx\.json$/),
  howToBuild: ({ folder, marker }, source) => {
    const settings = source.read(marker) ?? ''
    const [, output = '_site'] =
      /"build"[\s\S]{0,20000}?"(?:dest|output)"\s*:\s*"([^"]+)"/.exec(settings) ?? []
    return {
      command: `docfx build ${source.show(marker)}`,
      site: source.show(posix.join(folder, output)),
    }
  },
}

const asciidoctor: SiteProgram = {
  name: 'AsciiDoc',
  recognise: (source) => {
    const asciidocs = source.files.filter((file) => ASCIIDOC.test(file)).length
    // A README in another language does not decide what a folder is written in.
    const isMost = asciidocs > source.files.filter(isMarkdownName).length
    return isMost ? { marker: '', folder: '' } : undefined
  },
  howToBuild: (_, source) => {
    const folder = source.show('')
    const site = source.show('out')
    return { command: `asciidoctor -R ${folder} -D ${site} '${folder}/**/*.adoc'`, site }
  },
}

export const SITE_PROGRAMS = {
  ...{ sphinx, myst, jupyter, hugo },
  ...{ jekyll, docfx, antora, asciidoctor },
} as const

/** Why the source of such a site is not read, and what to do instead. */
export function explainBuild(
  { name, howToBuild }: SiteProgram,
  recognition: Recognition,
  source: SourceFolder,
): Problem {
  const { command, site } = howToBuild(recognition, source)
  const what = `the folder is the source of a ${name} site, whose pages only ${name} can make`
  const fix = `build it with \`${command}\`, then import the site: \`lectern import ${site}\``
  return problemAt(startOfFile(source.show(recognition.marker)), what, fix)
}

/** The shallowest file of this name that holds this sign. */
function findMarkerWith(source: SourceFolder, name: RegExp, sign: RegExp): Recognition | undefined {
  return findMarker(source, name, 2, (file) => sign.test(source.read(file) ?? ''))
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
