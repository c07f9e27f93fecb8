/** Bundles, and throws an error that says every reason of the bundler, each with its place. */
export async function bundle(config: Bun.BuildConfig): Promise<Bun.BuildOutput> {
  const built = await Bun.build({ ...config, throw: false })
  if (built.success) return built
  const reasons = built.logs.map(({ message, position }) => {
    const { file = '', line = 0, column = 0 } = position ?? {}
    return position === null ? message : `${file}:${line}:${column}: ${message}`
  })
  throw new Error(`Cannot bundle "${config.entrypoints.join('", "')}":\n${reasons.join('\n')}`)
}
