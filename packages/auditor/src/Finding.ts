/** An error in the books. */
export interface Finding {
  /** The name of the broken rule. */
  readonly rule: string
  /** The id of the row, or the reference at the provider. */
  readonly row: string
  /** One sentence about the error. */
  readonly sentence: string
}
