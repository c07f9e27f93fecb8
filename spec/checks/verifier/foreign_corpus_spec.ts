import { afterAll, expect } from 'bun:test'
import { disagreementsOf } from '../../../app/checks/verifier/mod.ts'
import { writeTinyCorpus } from '../../build/preview/_corpus.ts'
import { verifies } from '../../requirements/verifies.ts'
import { removeFolders } from '../../support/building.ts'
import { startRunning } from '../../support/running.ts'
import { verifySite } from './seeds.ts'

afterAll(removeFolders)

/** What other generators' documentations have: nothing of it may look like a fault of ours. */
const FILES = {
  'redirects.yaml': '- { from: "/v1/:rest*", to: "/:rest*" }\n',
  'pages/index.md': '# Tea\n\nPour [it](pot/clay.md#dry), see [metrics](metrics.md).\n',
  'pages/pot/clay.md': '# Clay pot {#pot}\n\n## Care {#care #dry}\n\nBack to the [top](#top).\n',
  'pages/metrics.md': '# Metrics\n\nThey count <a id="count"></a>cups: [here](#count).\n',
  'pages/admin/index.md': '# Admin\n\nWho pours.\n',
  'pages/recipe.md':
    '# Recipe\n\n```yaml\n- pot: 1\n- tea: 2 # [!code ++]\n\n- cup: 3\n```\n\n' +
    '- Then:\n\n  ```yaml\n  - milk: 1 # [!code --]\n  - sugar: 2\n  ```\n',
  'pages/чай/Чашка.md': '# Чашка\n\nДля чая, как [здесь](../pot/clay.md).\n',
}

verifies(
  'operator.verify',
  'verify takes no page for a route, no anchor for lost, no list for a change',
  async () => {
    const { folder } = await writeTinyCorpus(FILES)
    const own = await startRunning({
      corpus: folder,
      env: { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=100000,::1/128=100000' },
    })
    try {
      const verdict = await verifySite(own.url)
      expect(disagreementsOf(verdict)).toEqual([])
      expect(verdict.readWhole).toBe(6)
    } finally {
      await own.stop()
    }
  },
)
