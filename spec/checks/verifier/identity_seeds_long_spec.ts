import { expect } from 'bun:test'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder } from '../../support/building.ts'
import { shareExcerpt } from '../../support/excerpt.ts'
import { writeSkill } from '../../support/skill_corpus.ts'
import { useTamperedService } from './_tampered_service.ts'
import { CARD_DRIFTS, CATALOG_DRIFTS } from './identity_seeds.ts'
import { SKILL_DRIFTS } from './skill_seeds.ts'

const DRIFTS = [...CARD_DRIFTS, ...CATALOG_DRIFTS, ...SKILL_DRIFTS]

/** What the registry of the excerpt leaves out. */
const MORE = 'old_server_card: true\nsignals: { search: yes, ai_train: no }\n'

/** A corpus with every identity document that a service can have. */
async function writeWholeCorpus(): Promise<string> {
  const corpus = join(await newFolder(), 'corpus')
  await cp(await shareExcerpt(), corpus, { recursive: true })
  const registry = join(corpus, 'registry.yaml')
  await writeFile(registry, MORE + (await readFile(registry, 'utf8')))
  await writeSkill(corpus, 'rotate-keys')
  return corpus
}

const findSeed = useTamperedService({}, writeWholeCorpus)

verifies(
  'operator.verify',
  'there are sixty drifts of identity documents and more, each once',
  () => {
    const names = DRIFTS.map(([name]) => name)
    expect(names.length).toBeGreaterThanOrEqual(60)
    expect(new Set(names).size).toBe(names.length)
  },
)

for (const seed of DRIFTS) {
  const [name] = seed
  verifies('operator.verify', `verify() names ${name}`, async () => {
    await findSeed(seed)
  })
}
