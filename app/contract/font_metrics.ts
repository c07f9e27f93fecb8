/** What of a font decides how much room a text takes; each is a share of the size of the text. */
export type FontMetrics = {
  readonly ascent: number
  /** Below the baseline, positive. */
  readonly descent: number
  readonly lineGap: number
  /** Mean width of the letters of a text in English; absent in a font without them. */
  readonly width: number | undefined
  /** The weights that one file has; absent for a single one. */
  readonly weights: { readonly min: number; readonly max: number } | undefined
}
