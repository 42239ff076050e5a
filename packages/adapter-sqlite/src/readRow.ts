import { type Collection, NewerDocument, type Row, reasonOf, withoutSecrets } from "@payloom/core"

/**
 * A row's text is damaged, or an upgrade step fails on it. This is a defect. The message names the
 * row.
 */
export class UnreadableRow extends Error {
  constructor(of: Collection<Row>, id: string, cause: unknown) {
    const reason = reasonOf(cause)
    const told = withoutSecrets(reason).replace(/\.$/, "")
    super(`the row ${id} of ${of.name} can't be read: ${told}`, { cause })
  }
}

/** Decodes a row. Throws `NewerDocument`, or `UnreadableRow` with the row's id. */
export const readRow = <R extends Row>(of: Collection<R>, id: string, doc: string): R => {
  const row = decoded(of, id, doc)
  if (row.id === id) return row
  throw new UnreadableRow(of, id, new Error("its text belongs to another row"))
}

const decoded = <R extends Row>(of: Collection<R>, id: string, doc: string): R => {
  try {
    return of.decode(doc)
  } catch (cause) {
    throw cause instanceof NewerDocument ? cause : new UnreadableRow(of, id, cause)
  }
}
