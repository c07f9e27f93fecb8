import type { ProductFault } from './product_faults.ts'

const GUARD = 'typescript/signature.ts'
const HANDLER = 'typescript/mod.ts'

/** Leaves the guard out where `isOpen` says so. */
function skipGuard(isOpen: string): Pick<ProductFault, 'file' | 'find' | 'replace'> {
  const open = `{ taken: true, status: 0, body: await request.json() }`
  const copy = 'const copy = request.clone()\n'
  return {
    file: HANDLER,
    find: 'const checked = await guard(request)',
    replace: `${copy}const checked = ${isOpen} ? ${open} : await guard(request)`,
  }
}

/** Faults of signature, time, size, and of a request that comes twice. */
export const GUARD_FAULTS: readonly ProductFault[] = [
  {
    what: 'accepts any signature',
    file: GUARD,
    find: "if (!(await isSigned(await keys, text, signature?.[1] ?? ''))) return refuse(401)",
    replace: '',
    fails: 'signature.zeros',
  },
  {
    what: 'guards the questions of a standing alone',
    ...skipGuard('/(call|businesses|target)$/.test(pathname)'),
    fails: 'signature.absent',
  },
  {
    what: 'does not guard the question of a target',
    ...skipGuard("pathname.endsWith('/target')"),
    fails: 'signature.zeros',
  },
  {
    what: 'guards calls of reads alone',
    ...skipGuard('(await copy.text()).includes(\'"kind":"write"\')'),
    fails: 'signature.body',
  },
  {
    what: 'checks no clock for calls',
    file: GUARD,
    find: 'if (Math.abs(nowS - Number(timestamp)) > SKEW_S)',
    replace: "if (!request.url.endsWith('/call') && Math.abs(nowS - Number(timestamp)) > SKEW_S)",
    fails: 'clock.old',
  },
  {
    what: 'accepts a call twice',
    file: GUARD,
    find: 'if (!(await seen.add(',
    replace: "if (!request.url.endsWith('/call') && !(await seen.add(",
    fails: 'replay.again',
  },
  {
    what: 'no longer accepts the second secret',
    file: GUARD,
    find: 'secrets.map(importKey)',
    replace: 'secrets.slice(0, 1).map(importKey)',
    fails: 'signature.accepted',
  },
  {
    what: 'ignores the body in the signature',
    file: GUARD,
    find: "digest('SHA-256', bytes)",
    replace: "digest('SHA-256', new Uint8Array())",
    fails: 'signature.accepted',
  },
  {
    what: 'checks no clock',
    file: GUARD,
    find: 'if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)',
    replace: '',
    fails: 'clock.old',
  },
  {
    what: 'refuses old requests but not early ones',
    file: GUARD,
    find: 'Math.abs(nowS - Number(timestamp))',
    replace: '(nowS - Number(timestamp))',
    fails: 'clock.early',
  },
  {
    what: 'accepts a request twice',
    file: GUARD,
    find: 'if (!(await seen.add(requestId, Number(timestamp) + KEPT_S))) return refuse(409)',
    replace: '',
    fails: 'replay.again',
  },
  {
    what: 'claims that nothing was done about a request that came twice',
    file: GUARD,
    find: 'return refuse(409)',
    replace: 'return refuse(401)',
    fails: 'replay.again',
  },
  {
    what: 'answers GET',
    file: GUARD,
    find: "if (request.method !== 'POST') return refuse(405)",
    replace: '',
    fails: 'method.get',
  },
  {
    what: 'looks for a request id and keeps it in two steps',
    file: GUARD,
    find: 'seen.add(requestId)\n      return true',
    replace: 'return new Promise((done) => setTimeout(() => done(!!seen.add(requestId)), 20))',
    fails: 'replay.at_once',
  },
  {
    what: 'allows clocks to differ by a minute alone',
    file: GUARD,
    find: 'SKEW_S = 300',
    replace: 'SKEW_S = 60',
    fails: 'clock.behind',
  },
  {
    what: 'fails on a body that is not JSON',
    file: GUARD,
    find: '} catch {\n      return refuse(400)',
    replace: "} catch {\n      throw new Error('Cannot parse the body')",
    fails: 'body.malformed',
  },
  {
    what: 'reads bodies of any size',
    file: GUARD,
    find: 'if (count > BODY_BYTES_MAX) return undefined',
    replace: '',
    fails: 'body.too_large',
  },
  {
    what: 'refuses large bodies that the service sends',
    file: GUARD,
    find: '1024 * 1024',
    replace: '64 * 1024',
    fails: 'body.large',
  },
]
