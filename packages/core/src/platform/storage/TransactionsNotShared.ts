import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The storage doesn't share transactions with its host, because its database is its own. */
export class TransactionsNotShared extends TaggedError("TransactionsNotShared") {
  override get message(): string {
    return (
      "The storage shares no transactions with its host, which hostWrites and " +
      "consumeInTransaction need: use one in a database that is the host's too, " +
      "such as @payloom/adapter-postgres."
    )
  }
}
