import { CHECKER, findPatterns, judgePattern, type Verdict, writeProven } from './patterns.ts'

/**
 * `bun spec/threats/prove_patterns.ts`: proves every pattern anew, and writes what was found to
 * `proven_patterns.txt`, so that a test run proves only what has changed.
 */
const verdicts = new Map<string, Verdict>()
for (const pattern of findPatterns().keys()) verdicts.set(pattern, await judgePattern(pattern))
await writeProven(verdicts)
const safe = [...verdicts.values()].filter((verdict) => verdict === 'safe').length
console.log(`${CHECKER}: ${verdicts.size} patterns, ${safe} safe`)
process.exit(0)
