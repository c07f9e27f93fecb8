import { expect } from 'bun:test'
import { formatSettingProblem, readConfig } from '../../../app/service/settings/config.ts'
import { verifies } from '../../requirements/verifies.ts'

const ENDPOINT = 'http://collector.example:4318'

function read(environment: Readonly<Record<string, string>>) {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...environment })
  return config.ok
    ? { otlp: config.value.otlp, problems: [] }
    : { otlp: undefined, problems: config.error.map(formatSettingProblem) }
}

verifies('otlp.figures', 'nothing is sent without an endpoint', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual({ otlp: undefined, problems: [] })
  expect(read({}).otlp).toEqual({
    endpoint: ENDPOINT,
    headers: {},
    serviceName: undefined,
    attributes: {},
    ratio: 1,
    intervalMs: 60_000,
    spanDelayMs: 5000,
  })
})

verifies(
  ['otlp.sampling', 'settings.all_problems'],
  'every wrong setting of a collector is named at once',
  () => {
    const { problems } = read({
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2,forged',
      OTEL_RESOURCE_ATTRIBUTES: '=a',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
      OTEL_METRIC_EXPORT_INTERVAL: '5',
      OTEL_BSP_SCHEDULE_DELAY: 'soon',
    })
    expect(problems.map((each) => each.split(':')[0])).toEqual([
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_RESOURCE_ATTRIBUTES',
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_METRIC_EXPORT_INTERVAL',
      'OTEL_BSP_SCHEDULE_DELAY',
    ])
    expect(problems.join()).not.toContain('hunter2')
  },
)

verifies('otlp.sampling', 'a share is a number from 0 to 1', () => {
  const ratios = ['0', '1', '0.25', '.5', '1.0'].map((text) => {
    return read({ OTEL_TRACES_SAMPLER_ARG: text }).otlp?.ratio
  })
  expect(ratios).toEqual([0, 1, 0.25, 0.5, 1])
  for (const text of ['-0.1', '2', 'half', '1e-3', '0x1']) {
    expect([text, read({ OTEL_TRACES_SAMPLER_ARG: text }).problems.length]).toEqual([text, 1])
  }
})
