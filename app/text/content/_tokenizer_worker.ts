import { parentPort } from 'node:worker_threads'
import type { Program } from '../source_text/code_block.ts'
import { createTokenizer } from './_tokenizer.ts'

// The thread that colours code, one program after another, while pages are written.
const tokenize = createTokenizer()
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (program: Program) => {
  last = last.then(async () => {
    parentPort?.postMessage(await tokenize(program))
  })
})
