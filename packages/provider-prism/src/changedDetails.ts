import type { ChangedDetail, ChargeDetails } from "@payloom/core"

/** A detail of a charge that the library passes on to some processors. */
type SentDetail = "description" | "statement_descriptor"

/** Returns the details that a processor doesn't get, because the library leaves them out. */
export const changedDetailsOf =
  (sends: ReadonlyArray<SentDetail>) =>
  ({ description, statementDescriptor, metadata }: ChargeDetails): ReadonlyArray<ChangedDetail> => {
    const texts = { description, statement_descriptor: statementDescriptor } as const
    const fields = Object.entries(texts)
      .filter(([name, text]) => text !== null && !sends.includes(name as SentDetail))
      .map(([name]) => name)
    return [...fields, ...Object.keys(metadata).map((key) => `metadata.${key}`)].map((field) => ({
      field,
      sent: null
    }))
  }
