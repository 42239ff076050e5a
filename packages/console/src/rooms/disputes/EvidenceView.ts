import type { DisputeEvidenceForms } from "@payloom/core"

/** The evidence that a dispute takes now. */
export type EvidenceView = DisputeEvidenceForms

/** A file of evidence, as the page sends it. */
export interface GivenFile {
  readonly field: string
  readonly name: string
  readonly type: string
  /** The content in Base64. */
  readonly data: string
}

/** Evidence, as the page sends it. */
export interface GivenEvidence {
  readonly reason: string
  readonly texts: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<GivenFile>
  readonly isFinal: boolean
}
