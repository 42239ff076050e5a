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

const isCommit = (sql: string): boolean => /(^|;)\s*(commit|end)\b/i.test(sql)

/**
 * Tells of each message of a client, one after the other, whether the server commits when it comes
 * to it: of a query of that text, and of an execution of what was prepared with it.
 */
export const commitWatch = () => {
  const statements = new Map<string, boolean>()
  const portals = new Map<string, boolean>()
  return ({ type, body }: Message): boolean => {
    const [first = "", second = ""] = textsOf(body)
    if (type === "Q") return isCommit(first)
    if (type === "P") statements.set(first, isCommit(second))
    if (type === "B") portals.set(first, statements.get(second) === true)
    return type === "E" && portals.get(first) === true
  }
}
