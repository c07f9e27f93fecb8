import { Type } from '@sinclair/typebox'

type StatusFacts = {
  /** What it means, for readers who only know its name; a skill says it after the name. */
  readonly means: string
  /** The same where every status is explained in a list; empty where the name says all. */
  readonly explained: { readonly inSchema: string; readonly inIndex: string }
  /** Label on pages, in English; other languages fall back to it. */
  readonly label: string
  /** What a page says below its title, in English. */
  readonly caution?: string
  /** What the record of a page says to a model that may overlook the status. */
  readonly notice?: string
  /** How it is coloured: a class of the style sheet. */
  readonly tone: 'good' | 'warm' | 'far' | 'cool'
  /** Whether readers take it for granted, so that lists need not show it. */
  readonly isUsual: boolean
}

/** The whole capability status vocabulary (contract 3), and everything that is said of each. */
const STATUSES = {
  available: {
    means: 'available',
    explained: { inSchema: '', inIndex: '' },
    label: 'Available',
    tone: 'good',
    isUsual: true,
  },
  available_owner: {
    means: 'available to the owner',
    explained: { inSchema: 'available to the owner', inIndex: 'for the owner' },
    label: 'Available to the owner',
    tone: 'good',
    isUsual: false,
  },
  foundation: {
    means: 'a foundation that is narrower than the feature',
    explained: {
      inSchema: 'code exists while the usable feature is deliberately narrower',
      inIndex: 'narrower than the feature',
    },
    label: 'Partly available',
    caution: 'Code for this exists, but the feature that you can use is deliberately narrower.',
    notice: 'Only partly usable: claim no more than the page says can be used.',
    tone: 'warm',
    isUsual: false,
  },
  not_yet: {
    means: 'not built yet',
    explained: { inSchema: 'not built', inIndex: 'not built' },
    label: 'Planned',
    caution: 'This is not built yet. The page describes the plan.',
    notice: 'Not built yet: do not claim that it works.',
    tone: 'far',
    isUsual: false,
  },
  reference: {
    means: 'reference material',
    explained: { inSchema: 'reference material', inIndex: '' },
    label: 'Reference',
    tone: 'cool',
    isUsual: true,
  },
} as const satisfies Readonly<Record<string, StatusFacts>>

export type CapabilityStatus = keyof typeof STATUSES

/** Every status, in the order of the vocabulary: lists and files keep it. */
export const CAPABILITY_STATUSES = Object.keys(STATUSES).filter(isStatus)

export const CapabilityStatusSchema = Type.Union(
  CAPABILITY_STATUSES.map((status) => Type.Literal(status)),
  { description: 'Capability status; one of the values of the vocabulary.' },
)

function isStatus(text: unknown): text is CapabilityStatus {
  return typeof text === 'string' && Object.hasOwn(STATUSES, text)
}

export function factsOf(status: CapabilityStatus): StatusFacts {
  return STATUSES[status]
}

/** The status of this name; undefined for anything else. */
export function readStatus(text: unknown): CapabilityStatus | undefined {
  return isStatus(text) ? text : undefined
}
