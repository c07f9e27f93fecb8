import { type Fault, faultsIn } from './fault.ts'

const DOCTOR = 'spec/doctor/machine_spec.ts'
const WINDOW = 'spec/limits/shared_window_spec.ts'
const PUBLISH = 'spec/object_store/publish_spec.ts'
const PRUNE = 'spec/object_store/prune_spec.ts'
const FOLLOW = 'spec/object_store/follow_spec.ts'
const AWAY = 'spec/object_store/away_spec.ts'
const SUSPICION = 'spec/object_store/suspicion_spec.ts'
const START = 'spec/object_store/start_spec.ts'
const REPAIR = 'spec/object_store/repair_spec.ts'

/** Faults of what replicas share: limits in a store, builds from a store. */
export const REPLICA_FAULTS: readonly Fault[] = [
  ...faultsIn('app/limits/redis_window.ts', WINDOW, [
    {
      id: 'limits.shared',
      find: "redis.call('LINDEX', KEYS[1], limit - 1)",
      replace: "redis.call('LINDEX', KEYS[1], limit)",
    },
    { id: 'limits.shared', find: '< 60000 then', replace: '< 90000 then' },
    {
      id: 'limits.shared',
      find: 'if newest and tonumber(newest) > now then',
      replace: 'if false then',
    },
    { id: 'limits.shared', find: "includes('NOSCRIPT')", replace: "includes('NOTHING')" },
    {
      id: 'limits.shared_memory',
      find: "redis.call('LTRIM', KEYS[1], 0, limit - 1)",
      replace: '',
    },
    {
      id: 'limits.shared_memory',
      find: "redis.call('PEXPIRE', KEYS[1], 60000)",
      replace: '',
    },
  ]),
  ...faultsIn('app/limits/shared_window.ts', WINDOW, [
    { id: 'limits.shared_away', find: '    failed.close()\n', replace: '' },
    {
      id: 'limits.shared_away',
      find: '    connection = undefined\n    failed.close()',
      replace: '    failed.close()',
    },
    {
      id: 'limits.shared_away',
      find: 'opened.count(PROBE_KEY + randomId(), 1)',
      replace: 'Promise.resolve()',
    },
  ]),
  ...faultsIn('app/limits/shared_window.ts', 'spec/limits/shared_limits_spec.ts', [
    { id: 'limits.shared_away', find: 'if (isAway) returnedMs = clock()', replace: '' },
  ]),
  ...faultsIn('app/settings/shared_limits.ts', 'spec/limits/shared_limits_spec.ts', [
    {
      id: 'settings.replicas',
      find: "if (reader.value('REPLICAS') === undefined) {",
      replace: 'if (waitMsMax < 0) {',
    },
  ]),
  ...faultsIn('app/cli/_examine_limits.ts', 'spec/doctor/replicas_spec.ts', [
    { id: 'doctor.replicas', find: 'if (running <= replicas) return []', replace: 'return []' },
    {
      id: 'doctor.replicas',
      find: 'names.filter((name) => name.startsWith(prefix))',
      replace: 'names',
    },
  ]),
  ...faultsIn('app/cli/_examine_parts.ts', DOCTOR, [
    {
      id: 'doctor.store_clock',
      find: 'if (skewMs <= SKEW_MS_MAX) return',
      replace: 'if (skewMs >= 0) return',
    },
  ]),
  ...faultsIn('app/cli/_examine_machine.ts', DOCTOR, [
    { id: 'doctor.disks', find: '...(isUsed ? [dirname(database)] : [])', replace: '' },
  ]),
  ...faultsIn('app/service.ts', 'spec/cli/stop_spec.ts', [
    {
      id: 'admin.drain',
      find: 'if (isDraining() && response.status < 400)',
      replace: 'if (isDraining() && response.status < 100)',
    },
  ]),
  ...faultsIn('app/cli/_listen.ts', 'spec/cli/stop_spec.ts', [
    {
      id: 'admin.drain',
      find: '  await Promise.race([pass(drainSeconds * 1000), hurried])\n',
      replace: '',
    },
  ]),
  ...faultsIn('app/cli/stop_signals.ts', 'spec/cli/stop_spec.ts', [
    { id: 'admin.drain', find: "first === 'SIGTERM'", replace: "first !== 'SIGUSR1'" },
    { id: 'admin.drain', find: '    hurry.resolve()\n', replace: '' },
    { id: 'admin.early_stop', find: 'process.exit(EXIT.fine)', replace: 'process.exit(1)' },
  ]),
  ...faultsIn('app/main.ts', 'spec/cli/stop_spec.ts', [
    { id: 'admin.early_stop', find: '    listenForStop()\n', replace: '' },
  ]),
  ...faultsIn('app/static_files/_earlier_assets.ts', 'spec/replicas/replicas_spec.ts', [
    {
      id: 'replicas.no_loss',
      find: 'if (folder === current?.folder) return',
      replace: 'return',
    },
  ]),
  ...faultsIn('app/object_store/store.ts', PUBLISH, [
    { id: 'builds.one_publisher', find: "{ 'if-match': condition.etag }", replace: '{}' },
    { id: 'builds.published', find: "{ 'if-none-match': '*' }", replace: '{}' },
  ]),
  ...faultsIn('app/build_transfer/local_build.ts', PUBLISH, [
    {
      id: 'builds.published',
      find: 'if (computeDigest(bytes.value) === sha256) return bytes',
      replace: 'if (sha256.length > 0) return bytes',
    },
  ]),
  ...faultsIn('app/build_transfer/publish.ts', PUBLISH, [
    {
      id: 'builds.restored',
      find: "  await store.put(keyOfCopy(build), new Blob([manifest]), 'absent')\n",
      replace: '',
    },
  ]),
  ...faultsIn('app/build_transfer/prune.ts', PRUNE, [
    { id: 'builds.pruned', find: 'modifiedMs > KEPT_MS', replace: 'modifiedMs > 0' },
    { id: 'builds.pruned', find: '.slice(kept - 1)', replace: '.slice(0)' },
  ]),
  ...faultsIn('app/build_transfer/_notes.ts', PRUNE, [
    { id: 'builds.pruned', find: "if (state === 'removing') {", replace: 'if (tried < 0) {' },
    {
      id: 'builds.pruned',
      find: "makeNote('removing', randomId)",
      replace: "makeNote('used', randomId)",
    },
  ]),
  ...faultsIn('app/build_transfer/_download.ts', FOLLOW, [
    { id: 'builds.followed', find: 'if (before === undefined)', replace: 'if (before !== "")' },
    {
      id: 'builds.restored',
      find: 'await findWrongFiles(folder, listing.value.files)',
      replace: 'listing.value.files',
      spec: PUBLISH,
    },
    { id: 'builds.resumed', find: 'if (filling?.build === build) return filling\n', replace: '\n' },
  ]),
  ...faultsIn('app/object_store/body.ts', AWAY, [
    { id: 'builds.resumed', find: 'if (bytes > bytesMax) {', replace: 'if (bytes < 0) {' },
  ]),
  ...faultsIn('app/object_store/attempts.ts', AWAY, [
    {
      id: 'builds.resumed',
      find: 'if (!isPassing || tried >= attemptsMax) throw error',
      replace: 'throw error',
    },
  ]),
  ...faultsIn('app/build_transfer/publish.ts', AWAY, [
    {
      id: 'builds.one_publisher',
      find: ' || (await holds(store, MANIFEST_FILE, body))',
      replace: '',
    },
    {
      id: 'builds.one_publisher',
      find: 'isKnown: known.has(key)',
      replace: 'isKnown: key === ""',
    },
  ]),
  ...faultsIn('app/public_docs/_reload.ts', SUSPICION, [
    {
      id: 'builds.repaired',
      find: 'seen === undefined && onUnreadable !== undefined',
      replace: 'onUnreadable === log',
    },
  ]),
  ...faultsIn('app/public_docs/_stored_files.ts', SUSPICION, [
    {
      id: 'builds.repaired',
      find: 'return digest === sha256 ? ok(read)',
      replace: 'return digest !== "" ? ok(read)',
    },
    { id: 'builds.repaired', find: 'if (!read.ok) onUnreadable()\n', replace: '\n' },
  ]),
  ...faultsIn('app/cli/_first_docs.ts', START, [
    {
      id: 'builds.cache_first',
      find: 'if (opened.ok || buildStore === undefined) return opened',
      replace: 'if (buildStore === undefined) return opened',
    },
  ]),
  ...faultsIn('app/cli/_build_store.ts', START, [
    {
      id: 'builds.cache_first',
      find: 'if (!isPassing || stopwatch() - startedMs > START_MS_MAX) return reason',
      replace: 'if (reason !== "") return reason',
    },
  ]),
  ...faultsIn('app/build_transfer/_remote_files.ts', FOLLOW, [
    {
      id: 'builds.digests',
      find: "found.state !== 'found' || computeDigest(found.bytes) !== sha256",
      replace: "found.state !== 'found'",
    },
  ]),
  ...faultsIn('app/build_transfer/_cached_files.ts', REPAIR, [
    {
      id: 'builds.repaired',
      find: "return hasher.digest('hex') === sha256",
      replace: 'return true',
    },
  ]),
  ...faultsIn('app/build_transfer/_cache_inspection.ts', REPAIR, [
    { id: 'builds.repaired', find: 'let isSuspected = true', replace: 'let isSuspected = false' },
    {
      id: 'builds.repaired',
      find: '(await identifyManifest(cacheDir)) !== placed',
      replace: 'inspectedMs === 0',
    },
  ]),
  ...faultsIn('app/build_transfer/follow.ts', FOLLOW, [
    {
      id: 'builds.digests',
      find: 'if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)',
      replace: 'onRefusal(reason)',
    },
    { id: 'builds.digests', find: 'isResting ? refused?.etag : ', replace: '' },
    {
      id: 'builds.repaired',
      find: 'inspection.isDoubtful() ? undefined : known',
      replace: 'known',
      spec: REPAIR,
    },
  ]),
]
