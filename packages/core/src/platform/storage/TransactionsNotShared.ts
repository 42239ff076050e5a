import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The storage has no transactions that its host may write in: what it keeps is its own alone. */
export class TransactionsNotShared extends TaggedError("TransactionsNotShared") {
  override get message(): string {
    return (
      "The storage shares no transactions with its host, which hostWrites and " +
      "consumeInTransaction need: use one in a database that is the host's too, " +
      "such as @payloom/adapter-postgres."
    )
  }
}
