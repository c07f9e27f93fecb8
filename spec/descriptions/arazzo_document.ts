export type Parameter = { readonly name: string; readonly in: string; readonly value: unknown }
export type Criterion = { readonly condition: string }
export type Step = {
  readonly stepId: string
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly successCriteria: readonly Criterion[]
  readonly onSuccess?: readonly { readonly type: string; readonly criteria: readonly Criterion[] }[]
  readonly onFailure: readonly { readonly reference: string }[]
  readonly outputs?: Readonly<Record<string, string>>
}
export type Workflow = {
  readonly workflowId: string
  readonly inputs?: {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
  }
  readonly steps: readonly Step[]
  readonly outputs?: Readonly<Record<string, string>>
}

/** The members of an Arazzo description that we write and read. */
export type ArazzoDocument = {
  readonly arazzo: string
  readonly info: { readonly version: string }
  readonly sourceDescriptions: readonly {
    readonly name: string
    readonly url: string
    readonly type: string
  }[]
  readonly workflows: readonly Workflow[]
  readonly components: { readonly failureActions: Readonly<Record<string, object>> }
}

export function readArazzo(text: string): ArazzoDocument {
  return Bun.YAML.parse(text) as ArazzoDocument
}
