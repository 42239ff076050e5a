/** A message of PostgreSQL's protocol. */
export interface Message {
  /**
   * The letter of the message, or `startup` for messages without a letter, which begin a
   * connection.
   */
  readonly type: string
  readonly body: Buffer
  /** The end of the message in the last piece that it came with. */
  readonly end: number
}

/** Requests to encrypt the connection. The startup message follows them. */
const negotiations: ReadonlySet<number> = new Set([80_877_103, 80_877_104])

/**
 * Creates a reader that splits pieces of any size into messages. It returns the messages that end
 * in the piece.
 */
export const messageReader = (side: "client" | "server") => {
  let rest = Buffer.alloc(0)
  let isUntyped = side === "client"
  return (piece: Buffer): ReadonlyArray<Message> => {
    const bytes = Buffer.concat([rest, piece])
    const found: Array<Message> = []
    let at = 0
    for (;;) {
      const head = isUntyped ? 0 : 1
      if (bytes.length < at + head + 4) break
      const next = at + head + bytes.readUInt32BE(at + head)
      if (bytes.length < next) break
      const body = bytes.subarray(at + head + 4, next)
      const type = isUntyped ? "startup" : String.fromCharCode(bytes[at] ?? 0)
      if (isUntyped && !negotiations.has(body.readUInt32BE(0))) isUntyped = false
      found.push({ type, body, end: next - rest.length })
      at = next
    }
    rest = bytes.subarray(at)
    return found
  }
}

/** Returns the texts at the start of a message, which end with a NUL. */
const textsOf = (body: Buffer): ReadonlyArray<string> => body.toString("latin1").split("\0")

const begins = /(^|;)\s*(begin|start\s+transaction)\b/i
const ends = /(^|;)\s*(commit|end|rollback|abort)\b(?!\s+to\b)/i
const commits = /(^|;)\s*(commit|end)\b/i
const writes = /\b(insert|update|delete|merge)\b/i

/**
 * Creates a function that gets each message of a client, in order, and returns true if the server
 * commits at its end. These are a COMMIT, simple or prepared, and outside of a transaction a query
 * that writes, or the Sync after executions that write.
 */
export const commitWatch = () => {
  const statements = new Map<string, string>()
  const portals = new Map<string, string>()
  let isWithin = false
  let hasWritten = false
  const isCommittedBy = (sql: string): boolean => {
    const wasWithin = isWithin
    if (begins.test(sql)) isWithin = true
    if (ends.test(sql)) isWithin = false
    hasWritten ||= !wasWithin && writes.test(sql)
    return commits.test(sql)
  }
  return ({ type, body }: Message): boolean => {
    const [first = "", second = ""] = textsOf(body)
    if (type === "P") statements.set(first, second)
    if (type === "B") portals.set(first, statements.get(second) ?? "")
    if (type === "E") return isCommittedBy(portals.get(first) ?? "")
    const isEnd = type === "Q" || type === "S"
    const isCommitted = type === "Q" && isCommittedBy(first)
    const byItself = isEnd && hasWritten && !isWithin
    if (isEnd) hasWritten = false
    return isCommitted || byItself
  }
}
