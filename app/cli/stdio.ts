import { openPublicDocs } from '../docs/public_docs/mod.ts'
import { serveLines } from '../interfaces/mcp/stdio.ts'
import { explainNoBuild } from '../service/first_docs.ts'
import { createStderrLog } from '../service/stderr_log.ts'
import { runOnFolder } from './_folder.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'stdio [FOLDER]',
  does: 'answers MCP over standard input and output: the public tools, from a build on disk',
  details:
    'For hosts that start programs. Uses no network, writes no file, and ends with its input.\n' +
    '  FOLDER has a corpus with its build in "dist" beside it; without it, DIST_DIR counts.',
  options: {},
  takesWords: true,
  run: (call) => runOnFolder(call, (config) => runStdio({ ...call, config })),
})

/** Standard output belongs to the protocol: everything else goes to standard error. */
async function runStdio({ config }: Call): Promise<number> {
  const { log, flush } = createStderrLog(config)
  // The limits of the build hold: it describes them, and nobody shares this process.
  const limits = {}
  const opened = await openPublicDocs({
    distDir: config.distDir,
    log,
    limits,
    report: console.error,
  })
  if (!opened.ok) {
    console.error(explainNoBuild(config, opened.error))
    return EXIT.problems
  }
  const docs = opened.value
  // A host that is gone reads no answer: that ends the program, and is no failure.
  process.stdout.on('error', () => process.exit(EXIT.fine))
  const { build } = docs.current()
  log.info('stdio_ready', { build, pages: docs.current().status().pages })
  const ports = { docs, limits, log, resultText: config.resultText }
  await serveLines(Bun.stdin.stream(), writeLine, ports)
  docs.close()
  flush()
  return EXIT.fine
}

/** Waits until the host has taken the line: what it does not read is not piled up here. */
function writeLine(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(line, () => resolve()))
}
