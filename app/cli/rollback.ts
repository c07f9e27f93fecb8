import { existsSync } from 'node:fs'
import { type KeptBuild, listKeptBuilds, rollBack } from '../build/transfer/roll_back.ts'
import { LIMITS } from '../contract/limits.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'rollback [BUILD] [--list]',
  does: 'puts the build before this one back into service',
  details:
    `DIST_DIR keeps the last ${LIMITS.buildsKept} builds: --list shows them, and BUILD names one.` +
    '\n  A build that was taken back is used again only if you name it. A running service takes\n' +
    '  the other build within a second. In an object store: publish --restore.',
  options: { list: 'boolean' },
  takesWords: true,
  run: async ({ config: { corpusDir, distDir, buildStore }, words, flags }) => {
    const [build, ...more] = words
    if (more.length > 0) {
      return reportWrongUse(`Cannot roll back to "${words.join(' ')}": name one build`)
    }
    if (buildStore !== undefined) {
      const fix = 'run "publish --restore BUILD"'
      return reportWrongUse(`Cannot roll back: DIST_DIR is an object store: ${fix}`)
    }
    if (flags.list === true) {
      for (const each of await listKeptBuilds(distDir)) console.log(formatBuild(each))
      return EXIT.fine
    }
    const done = await rollBack(distDir, { build, nowMs: Date.now() })
    if (!done.ok) {
      console.error(done.error)
      return EXIT.problems
    }
    console.log(`Rolled back to build ${done.value.build} of ${done.value.generated}`)
    // A start compares the corpus with the build that is in place.
    if (existsSync(corpusDir)) {
      console.log(`Fix "${corpusDir}" before the next build or restart: both build what is there`)
    }
    return EXIT.fine
  },
})

function formatBuild({ build, generated, base_url, isCurrent, currentSinceMs }: KeptBuild): string {
  const state = isCurrent ? '  current' : currentSinceMs === 0 ? '  taken back' : ''
  return `${build}  ${generated}  ${base_url}${state}`
}
