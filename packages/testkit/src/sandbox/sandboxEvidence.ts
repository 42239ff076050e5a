import { createHash } from "node:crypto"
import type {
  DisputeAtProvider,
  EvidenceForm,
  EvidenceOutcome,
  EvidenceRequest,
  PaymentProvider
} from "@payloom/core"
import { Effect } from "effect"
import type { BankBooks } from "./BankBooks.ts"
import type { BankDesk } from "./SandboxBank.ts"

/** The evidence that every dispute at the sandbox's bank takes. */
const form: EvidenceForm = {
  reason: "general",
  label: "General",
  fields: [
    {
      name: "explanation",
      label: "Explanation",
      kind: "text",
      isRequired: true,
      isStored: false,
      mostCharacters: 20_000
    },
    { name: "receipt", label: "Receipt", kind: "file", isRequired: false, isStored: false }
  ]
}

/** Creates the bank's evidence. Final evidence moves its dispute to `representment_submitted`. */
export const sandboxEvidence = (bank: BankDesk): Required<Pick<PaymentProvider, "evidence">> => ({
  evidence: {
    forms: ({ mid, providerReference }) =>
      Effect.map(bank.books, ({ books }) =>
        takesEvidence(books, mid.credentials, providerReference)
          ? { _tag: "Found", forms: [form] }
          : { _tag: "Closed" }
      ),
    submit: Effect.fn("SandboxProvider.submitEvidence")(function* (
      request: EvidenceRequest
    ): Effect.fn.Return<EvidenceOutcome> {
      const { books, now } = yield* bank.books
      const account = request.dispute.mid.credentials
      const dispute = request.dispute.providerReference
      const digest = digestOf(request)
      const { isFinal } = request
      if (!books.disputeBooks.hasEvidence({ account, dispute, digest, isFinal })) {
        if (!takesEvidence(books, account, dispute)) {
          const reason = "The dispute takes no evidence any more."
          return { _tag: "Refused", rawCode: "dispute_closed", reason }
        }
        yield* bank.submit({ _tag: "Evidence", at: now, account, dispute, digest, isFinal })
      }
      return { _tag: isFinal ? "Submitted" : "Stored" }
    })
  }
})

const open: ReadonlySet<string> = new Set([
  "alert",
  "retrieval_request",
  "chargeback_received",
  "evidence_required",
  "pre_arbitration"
])

const takesEvidence = (
  books: BankBooks,
  account: string,
  dispute: DisputeAtProvider["providerReference"]
): boolean => open.has(books.disputeBooks.latest(account, dispute)?.stage ?? "unknown")

/** The bank's journal has a hash of the evidence, because evidence is personal data. */
const digestOf = ({ reason, texts, files }: EvidenceRequest): string => {
  const hash = createHash("sha256").update(JSON.stringify([reason, Object.entries(texts).sort()]))
  for (const { field, name, type, data } of files) {
    hash.update(JSON.stringify([field, name, type])).update(data)
  }
  return hash.digest("hex")
}
