/** A message of PostgreSQL's protocol. */
export interface Message {
  /** Its letter; `startup` for those that have none, with which a connection begins. */
  readonly type: string
  readonly body: Buffer
  /** Where it ends in the piece that its end came with. */
  readonly end: number
}

/** Requests to encrypt the connection; what begins it comes behind them. */
const negotiations: ReadonlySet<number> = new Set([80_877_103, 80_877_104])

/** Reads messages out of pieces of any size: those that end in the piece. */
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

/** The texts that a message begins with, each ended by a NUL. */
const textsOf = (body: Buffer): ReadonlyArray<string> => body.toString("latin1").split("\0")

const begins = /(^|;)\s*(begin|start\s+transaction)\b/i
const ends = /(^|;)\s*(commit|end|rollback|abort)\b(?!\s+to\b)/i
const commits = /(^|;)\s*(commit|end)\b/i
const writes = /\b(insert|update|delete|merge)\b/i

/**
 * Tells of each message of a client, one after the other, whether the server commits when it has
 * come to its end: a COMMIT, by itself or prepared; outside of a transaction a query that writes,
 * and the Sync behind executions of what does.
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
