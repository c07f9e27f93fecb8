import { type Fault, faultsIn } from './fault.ts'

const PUBLISH = 'spec/foundation/object_store/publish_spec.ts'
const PRUNE = 'spec/foundation/object_store/prune_spec.ts'
const FOLLOW = 'spec/foundation/object_store/follow_spec.ts'
const AWAY = 'spec/foundation/object_store/away_spec.ts'
const SUSPICION = 'spec/foundation/object_store/suspicion_spec.ts'
const START = 'spec/foundation/object_store/start_spec.ts'
const REPAIR = 'spec/foundation/object_store/repair_spec.ts'
const UNUSABLE = 'spec/foundation/object_store/unusable_build_spec.ts'

/** Faults of builds that come from an object store. */
export const OBJECT_FAULTS: readonly Fault[] = [
  ...faultsIn('app/foundation/object_store/store.ts', PUBLISH, [
    { id: 'builds.one_publisher', find: "{ 'if-match': condition.etag }", replace: '{}' },
    { id: 'builds.one_publisher', find: "{ 'if-none-match': '*' }", replace: '{}' },
  ]),
  ...faultsIn('app/build/transfer/local_build.ts', PUBLISH, [
    {
      id: 'builds.published',
      find: 'if (computeDigest(bytes.value) === sha256) return bytes',
      replace: 'if (sha256.length > 0) return bytes',
    },
  ]),
  ...faultsIn('app/build/transfer/publish.ts', PUBLISH, [
    {
      id: 'builds.restored',
      find: "  await store.put(keyOfCopy(build), new Blob([manifest]), 'absent')\n",
      replace: '',
    },
  ]),
  ...faultsIn('app/build/transfer/prune.ts', PRUNE, [
    { id: 'builds.pruned', find: 'modifiedMs > KEPT_MS', replace: 'modifiedMs > 0' },
    { id: 'builds.pruned', find: '.slice(kept - 1)', replace: '.slice(0)' },
  ]),
  ...faultsIn('app/build/transfer/_upload.ts', PRUNE, [
    { id: 'builds.pruned', find: 'if (missing.length === 0)', replace: 'if (known.size > 0)' },
  ]),
  ...faultsIn('app/build/transfer/_notes.ts', PRUNE, [
    { id: 'builds.pruned', find: "if (state === 'removing') {", replace: 'if (tried < 0) {' },
    {
      id: 'builds.pruned',
      find: "makeNote('removing', randomId)",
      replace: "makeNote('used', randomId)",
    },
  ]),
  ...faultsIn('app/build/transfer/_download.ts', FOLLOW, [
    { id: 'builds.followed', find: 'if (before === undefined)', replace: 'if (before !== "")' },
    {
      id: 'builds.restored',
      find: 'await findWrongFiles(folder, listing.value.files)',
      replace: 'listing.value.files',
      spec: PUBLISH,
    },
    { id: 'builds.resumed', find: 'kept ?? (await', replace: '(await' },
    { id: 'builds.resumed', find: 'FILLINGS_MAX = 2', replace: 'FILLINGS_MAX = 1', spec: UNUSABLE },
    { id: 'builds.resumed', find: 'FILLINGS_MAX = 2', replace: 'FILLINGS_MAX = 3', spec: UNUSABLE },
  ]),
  ...faultsIn('app/foundation/object_store/body.ts', AWAY, [
    { id: 'builds.resumed', find: 'if (bytes > bytesMax) {', replace: 'if (bytes < 0) {' },
  ]),
  ...faultsIn('app/foundation/object_store/attempts.ts', AWAY, [
    {
      id: 'builds.resumed',
      find: 'if (tried >= Math.min(attemptsMax, limitAttempts(error))) throw error',
      replace: 'throw error',
    },
  ]),
  ...faultsIn('app/build/transfer/publish.ts', AWAY, [
    {
      id: 'builds.one_publisher',
      find: ' || (await holds(store, MANIFEST_FILE, body))',
      replace: '',
    },
  ]),
  ...faultsIn('app/build/transfer/_upload.ts', AWAY, [
    {
      id: 'builds.one_publisher',
      find: 'isKnown: known.has(key)',
      replace: 'isKnown: key === ""',
    },
  ]),
  ...faultsIn(
    'app/foundation/object_store/attempts.ts',
    'spec/foundation/object_store/silence_spec.ts',
    [
      {
        id: 'builds.silence',
        find: "return error.lasts === 'silent' ? ATTEMPTS_IN_SILENCE : ATTEMPTS",
        replace: 'return ATTEMPTS',
      },
    ],
  ),
  ...faultsIn(
    'app/foundation/object_store/_idle_limit.ts',
    'spec/foundation/object_store/silence_spec.ts',
    [
      {
        id: 'builds.silence',
        find: 'Math.min(bytes / bytesPerMsMin, msMax)',
        replace: 'bytes / bytesPerMsMin',
      },
      {
        id: 'builds.silence',
        find: 'isWaiting = false\n      bytes += more\n      stopPause = startTimer(stop, ',
        replace: 'bytes += more\n      void (',
      },
    ],
  ),
  ...faultsIn('app/build/transfer/publish.ts', UNUSABLE, [
    {
      id: 'builds.address',
      find: 'before === undefined || before === after) return ok',
      replace: 'before === undefined || before !== "") return ok',
    },
  ]),
  ...faultsIn('app/build/transfer/_placement.ts', UNUSABLE, [
    {
      id: 'builds.tried',
      find: 'const reason = await trial.findFault(TRIED_FILE)',
      replace: 'const reason = undefined',
    },
  ]),
  ...faultsIn('app/build/transfer/follow.ts', UNUSABLE, [
    {
      id: 'builds.address',
      find: 'const foreign = findForeignAddress(bytes, this.#options)',
      replace: 'const foreign = undefined',
    },
    {
      id: 'builds.cache_first',
      find: 'if (found.etag !== this.#seen) onArrival()',
      replace: 'onArrival()',
      spec: START,
    },
    {
      id: 'builds.resumed',
      find: 'of another build.\n      await this.#place.downloader.close()',
      replace: 'of another build.',
    },
    {
      id: 'builds.repaired',
      find: '    if (isUseless) await this.#repairServed(this.#refused?.etag)\n',
      replace: '',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_snapshot.ts', SUSPICION, [
    {
      id: 'builds.repaired',
      find: 'headings !== undefined && records.hasHeadings(at, headings)',
      replace: 'headings !== undefined',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_reload.ts', SUSPICION, [
    {
      id: 'builds.repaired',
      find: 'seen === undefined && onUnreadable !== undefined',
      replace: 'onUnreadable === log',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_stored_files.ts', SUSPICION, [
    {
      id: 'builds.repaired',
      find: 'return digest === sha256 ? ok(read)',
      replace: 'return digest !== "" ? ok(read)',
    },
    { id: 'builds.repaired', find: 'if (!read.ok) onUnreadable()\n', replace: '\n' },
  ]),
  ...faultsIn('app/service/first_docs.ts', START, [
    {
      id: 'builds.cache_first',
      find: 'if (opened.ok || buildStore === undefined) return opened',
      replace: 'if (buildStore === undefined) return opened',
    },
  ]),
  ...faultsIn('app/service/parts/build_store.ts', START, [
    {
      id: 'builds.cache_first',
      find: 'if (!isPassing || silentMs > START_MS_MAX) return reason',
      replace: 'if (reason !== "") return reason',
    },
    {
      id: 'builds.cache_first',
      find: '(readArrivedMs() ?? startedMs)',
      replace: 'startedMs',
    },
  ]),
  ...faultsIn('app/build/transfer/_remote_files.ts', FOLLOW, [
    {
      id: 'builds.digests',
      find: "found.state !== 'found' || computeDigest(found.bytes) !== sha256",
      replace: "found.state !== 'found'",
    },
  ]),
  ...faultsIn('app/build/transfer/_cached_files.ts', REPAIR, [
    {
      id: 'builds.repaired',
      find: "return hasher.digest('hex') === sha256",
      replace: 'return true',
    },
  ]),
  ...faultsIn('app/build/transfer/_cache_inspection.ts', REPAIR, [
    {
      id: 'builds.repaired',
      find: '#isSuspected = true\n  #isDamaged',
      replace: '#isSuspected = false\n  #isDamaged',
    },
    {
      id: 'builds.repaired',
      find: '(await identifyManifest(this.#ports.cacheDir)) !== placed',
      replace: 'this.#inspectedMs === 0',
    },
  ]),
  ...faultsIn('app/build/transfer/follow.ts', FOLLOW, [
    {
      id: 'builds.digests',
      find: 'if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)',
      replace: 'onRefusal(reason)',
    },
    { id: 'builds.digests', find: 'isResting ? refused?.etag : ', replace: '' },
    {
      id: 'builds.repaired',
      find: 'inspection.isDoubtful() ? undefined : this.#known',
      replace: 'this.#known',
      spec: REPAIR,
    },
  ]),
]
