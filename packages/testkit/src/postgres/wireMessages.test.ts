import { describe, expect, it } from "vitest"
import { commitWatch, messageReader } from "./wireMessages.ts"

const message = (type: string, ...texts: ReadonlyArray<string>): Buffer => {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(""))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const untyped = (code: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(8)
  bytes.writeUInt32BE(code, 4)
  return bytes
}

const startup = untyped(196_608)
const sync = message("S")

describe("the data of a client", () => {
  it("is read as the same messages, however it is split into pieces", () => {
    const wire = Buffer.concat([untyped(80_877_103), startup, message("Q", "SELECT 1"), sync])
    for (let size = 1; size <= wire.length; size++) {
      const read = messageReader("client")
      const types: Array<string> = []
      let passed = 0
      for (let at = 0; at < wire.length; at += size) {
        const piece = wire.subarray(at, at + size)
        for (const { type, end } of read(piece)) {
          types.push(type)
          passed = at + end
        }
      }
      expect(types).toEqual(["startup", "startup", "Q", "S"])
      expect(passed).toBe(wire.length)
    }
  })

  /** Returns the numbers of the messages after which the server commits. */
  const commitsAfter = (...sent: ReadonlyArray<Buffer>): ReadonlyArray<number> => {
    const isCommit = commitWatch()
    const messages = messageReader("client")(Buffer.concat([startup, ...sent])).slice(1)
    return messages.flatMap((each, nth) => (isCommit(each) ? [nth + 1] : []))
  }
  const query = (sql: string) => message("Q", sql)
  const extended = (name: string, sql: string) => [
    message("P", name, sql),
    message("B", "", name),
    message("E", "")
  ]

  it("commits with a COMMIT alone, prepared, or as END", () => {
    const insertion = query("INSERT INTO notes VALUES (1)")
    expect(commitsAfter(query("BEGIN"), insertion, query("COMMIT"))).toEqual([3])
    expect(commitsAfter(query("begin; select 1; end;"))).toEqual([1])
    expect(commitsAfter(query("BEGIN"), ...extended("c", "COMMIT"), sync)).toEqual([4])
  })

  it("commits at the end of a write outside of a transaction", () => {
    const [first, second] = ["INSERT INTO notes VALUES (1)", "UPDATE notes SET id = 2"]
    expect(commitsAfter(query(first))).toEqual([1])
    expect(commitsAfter(...extended("a", first), ...extended("b", second), sync)).toEqual([7])
    // A prepared statement is used by its name.
    const again = [message("B", "", "a"), message("E", ""), sync]
    expect(commitsAfter(...extended("a", first), sync, ...again)).toEqual([4, 7])
  })

  it("commits nothing for reads and for rolled back writes", () => {
    expect(commitsAfter(query("SELECT 1"), ...extended("r", "SELECT 2"), sync)).toEqual([])
    const writing = [query("BEGIN"), query("DELETE FROM notes"), query("ROLLBACK TO one")]
    expect(commitsAfter(...writing, query("ROLLBACK"), query("SELECT 1"))).toEqual([])
  })
})
