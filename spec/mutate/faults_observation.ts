import { type Fault, faultsIn } from './fault.ts'

const METRICS = 'spec/service/metrics/metrics_spec.ts'
const BOUNDED = 'spec/service/metrics/bounded_spec.ts'
const OTLP = 'spec/service/otlp/otlp_spec.ts'
const STOP = 'spec/service/otlp/otlp_stop_spec.ts'
const HEALTH = 'spec/cli/health_spec.ts'

/** Faults of figures, traces, the admin port and the log at a terminal. */
export const OBSERVATION_FAULTS: readonly Fault[] = [
  ...faultsIn('app/foundation/telemetry/call_names.ts', BOUNDED, [
    {
      id: 'metrics.bounded',
      find: 'if (name === undefined || !known.has(name)) return OTHER',
      replace: 'if (name === undefined) return OTHER',
    },
  ]),
  ...faultsIn('app/service/metrics/_requests.ts', BOUNDED, [
    {
      id: 'metrics.bounded',
      find: 'METHODS.has(call.method) ? call.method : OTHER',
      replace: 'call.method',
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_observation.ts', METRICS, [
    {
      id: 'metrics.calls',
      find: "if (content.outcome === 'nothing_found') return 'nothing'",
      replace: '',
    },
  ]),
  ...faultsIn('app/interfaces/http_api/endpoint.ts', METRICS, [
    {
      id: 'metrics.calls',
      find: 'outcome: known.outcome }',
      replace: 'outcome: undefined }',
    },
  ]),
  ...faultsIn('app/service/metrics/_state.ts', METRICS, [
    {
      id: 'metrics.state',
      find: 'docs.refusal() === undefined ? 0 : 1',
      replace: 'docs.refusal() === undefined ? 0 : 0',
    },
  ]),
  ...faultsIn('app/service/admissions.ts', METRICS, [
    {
      id: 'metrics.state',
      find: "if (admission !== 'admitted') observer",
      replace: "if (admission === 'admitted') observer",
    },
  ]),
  ...faultsIn('app/service/metrics/mod.ts', 'spec/service/metrics/prometheus_spec.ts', [
    {
      id: 'metrics.prometheus',
      find: 'if (isDefault && !KEPT.has(name))',
      replace: "if (isDefault && name === '')",
    },
  ]),
  ...faultsIn('app/service/admin/admin.ts', METRICS, [
    {
      id: 'metrics.admin_only',
      find: "  if (headers.has('origin')) return new Response('Forbidden\\n', { status: 403 })\n",
      replace: '',
    },
    {
      id: 'admin.host',
      find: 'if (!isOwnMachine) {',
      replace: 'if (!isOwnMachine && report === undefined) {',
      spec: HEALTH,
    },
    {
      id: 'admin.host_names',
      find: "if (isTrustedHost(headers.get('host'), adminHost)) return undefined",
      replace: 'if (adminHost !== "") return undefined',
      spec: HEALTH,
    },
  ]),
  ...faultsIn('app/service/admin/_admin_host.ts', HEALTH, [
    { id: 'admin.host_names', find: 'parseAddress(host) !== undefined', replace: 'false' },
    { id: 'admin.host_names', find: 'host === adminHost.toLowerCase()', replace: 'false' },
  ]),
  ...faultsIn('app/cli/health.ts', HEALTH, [
    {
      id: 'admin.probe',
      find: 'if (answer.statusCode === 200) return',
      replace: 'if (answer.statusCode !== 0) return',
    },
  ]),
  ...faultsIn('app/service/otlp/_tracer.ts', OTLP, [
    {
      id: 'otlp.parent',
      find: 'const parent = asked ?? ambient',
      replace: 'const parent = ambient',
    },
    {
      id: 'otlp.parent',
      find: 'request === undefined ? [] : [{ context: request }]',
      replace: 'request === undefined ? [] : []',
    },
    {
      id: 'otlp.product',
      find: 'const ask = () => fetch(address, { ...init, headers })',
      replace: 'const ask = () => fetch(address, init)',
    },
  ]),
  ...faultsIn('app/service/otlp/_exporters.ts', 'spec/service/otlp/exporters_spec.ts', [
    { id: 'otlp.stop', find: ' && number > lastNoted', replace: '' },
  ]),
  ...faultsIn(
    'app/interfaces/static_files/_unreadable_files.ts',
    'spec/interfaces/static_files/unreadable_spec.ts',
    [
      { id: 'faults.kept', find: 'else if (!failed.has(path)) {', replace: 'else {' },
      { id: 'faults.kept', find: 'if (failed.get(path) === coding) ', replace: '' },
      { id: 'faults.kept', find: 'failed.delete(path)', replace: 'void path' },
    ],
  ),
  ...faultsIn('app/service/otlp/mod.ts', OTLP, [
    { id: 'otlp.figures', find: 'each - (upTo[at - 1] ?? 0)', replace: 'each - (upTo[-1] ?? 0)' },
  ]),
  ...faultsIn('app/service/otlp/_sampler.ts', STOP, [
    {
      id: 'otlp.sampling',
      find: 'parent === undefined || parent.isRemote === true',
      replace: 'parent === undefined',
    },
  ]),
  ...faultsIn('app/service/otlp/mod.ts', STOP, [
    {
      id: 'otlp.stop',
      find: 'setTimeout(exporters.abort, STOP_MS_MAX)',
      replace: 'setTimeout(exporters.abort, STOP_MS_MAX * 60)',
    },
  ]),
  ...faultsIn(
    'app/foundation/telemetry/pretty_log.ts',
    'spec/foundation/telemetry/log_format_spec.ts',
    [{ id: 'log.pretty', find: 'u200b-\\u200f', replace: 'u200b-\\u200c' }],
  ),
]
