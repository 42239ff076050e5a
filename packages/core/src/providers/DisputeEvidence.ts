import { type Effect, Schema } from "effect"
import { Reference } from "./bounds.ts"
import { ChargeOutcome, type LookupUnavailable } from "./ChargeOutcome.ts"
import type { HttpFailure } from "./classifyHttpFailure.ts"
import type { MidAccount } from "./PaymentProvider.ts"

/** A dispute, as its provider knows it. */
export interface DisputeAtProvider {
  /** The account that was charged. */
  readonly mid: MidAccount
  /** The provider's reference of the dispute. */
  readonly providerReference: string
}

/** The types of files that evidence may have. */
export const EvidenceFileType = Schema.Literals(["application/pdf", "image/jpeg", "image/png"])
export type EvidenceFileType = typeof EvidenceFileType.Type

/** A text or a file that a dispute's evidence may have. */
export interface EvidenceField {
  /** The name for programs, such as `shippingCarrier`. At most 255 characters. */
  readonly name: string
  /** The name for people, such as `Carrier`. */
  readonly label: string
  readonly kind: "text" | "file"
  /** True if evidence for this reason needs it. */
  readonly isRequired: boolean
  /** True if the provider has one from before. Then a required field may be left out. */
  readonly isStored: boolean
  /** The most characters of a text. Absent if there is no limit of its own. */
  readonly mostCharacters?: number | undefined
  /** The types of files that it takes. Absent if it takes PDF, JPEG and PNG. */
  readonly types?: ReadonlyArray<EvidenceFileType> | undefined
  /** The most bytes of a file. Absent if there is no limit of its own. */
  readonly mostBytes?: number | undefined
}

/** The evidence that a dispute takes for one reason. */
export interface EvidenceForm {
  /** The provider's code of the reason. At most 255 characters. */
  readonly reason: string
  /** The reason for people. The code is shown if it is absent. */
  readonly label?: string | undefined
  readonly fields: ReadonlyArray<EvidenceField>
}

/** The evidence that a dispute takes now: one form for each reason. */
export interface EvidenceFormsFound {
  readonly _tag: "Found"
  readonly forms: ReadonlyArray<EvidenceForm>
}

/** The dispute takes no evidence: it is decided, its deadline has passed, or it has all. */
export interface EvidenceClosed {
  readonly _tag: "Closed"
}

/** The answer about a dispute's forms. */
export type EvidenceForms = EvidenceFormsFound | EvidenceClosed | LookupUnavailable
const Name = Reference.check(Schema.isMinLength(1))
const EvidenceField = Schema.Struct({
  name: Name,
  label: Name,
  kind: Schema.Literals(["text", "file"]),
  isRequired: Schema.Boolean,
  isStored: Schema.Boolean,
  mostCharacters: Schema.optional(Schema.Int),
  types: Schema.optional(Schema.Array(EvidenceFileType)),
  mostBytes: Schema.optional(Schema.Int)
})
export const EvidenceForms = Schema.TaggedUnion({
  Found: {
    forms: Schema.Array(
      Schema.Struct({
        reason: Name,
        label: Schema.optional(Name),
        fields: Schema.Array(EvidenceField)
      })
    )
  },
  Closed: {},
  Unavailable: { reason: Schema.String }
})

/** A file of evidence. */
export interface EvidenceFile {
  /** The name of its field in the form. */
  readonly field: string
  /** The name of the file, such as `receipt.pdf`. */
  readonly name: string
  readonly type: EvidenceFileType
  readonly data: Uint8Array
}

/** A request to submit evidence. It was checked against the dispute's form. */
export interface EvidenceRequest {
  readonly dispute: DisputeAtProvider
  /** The reason of the form. */
  readonly reason: string
  /** The texts by the names of their fields. */
  readonly texts: Readonly<Record<string, string>>
  /** The files, at most one of each field. */
  readonly files: ReadonlyArray<EvidenceFile>
  /** True to submit the evidence to the bank. False to store it at the provider, for later. */
  readonly isFinal: boolean
}

/** The evidence was submitted to the bank now, or the same evidence was before. */
export interface EvidenceSubmitted {
  readonly _tag: "Submitted"
}

/** The evidence is stored at the provider and was not submitted. */
export interface EvidenceStored {
  readonly _tag: "Stored"
}

/** The provider refused the evidence. Sending it again doesn't help. */
export interface EvidenceRefused {
  readonly _tag: "Refused"
  /** The provider's own code. */
  readonly rawCode: string
  /** The provider's reason. It must not repeat texts of the evidence. */
  readonly reason: string
}

/** The result of a submission. */
export type EvidenceOutcome = EvidenceSubmitted | EvidenceStored | EvidenceRefused | HttpFailure
const { AccountUnavailable, NotSent, Unknown } = ChargeOutcome.cases
export const EvidenceOutcome = Schema.Union([
  Schema.TaggedUnion({
    Submitted: {},
    Stored: {},
    Refused: { rawCode: Reference, reason: Schema.String }
  }),
  AccountUnavailable,
  NotSent,
  Unknown
])

/** The evidence that a provider takes. Its functions never fail: a failure is an answer. */
export interface DisputeEvidence {
  /** Returns the evidence that a dispute takes now. */
  readonly forms: (dispute: DisputeAtProvider) => Effect.Effect<EvidenceForms>
  /**
   * Submits evidence. The same evidence is submitted once, however often it is sent: the engine
   * sends it again after `Unknown`. The engine learns of the dispute's next stage from a
   * notification. Never log the texts, the names of files, or the files.
   */
  readonly submit: (request: EvidenceRequest) => Effect.Effect<EvidenceOutcome>
}
