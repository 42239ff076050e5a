import { createSocket } from "node:dgram"
import { once } from "node:events"
import { isIP, isIPv4 } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { askDns, askSystem } from "./lookups.ts"

const types = new Map([
  [1, "A"],
  [28, "AAAA"]
])

/** A name server's answer about addresses of one family. Undefined for no answer at all. */
type Says = (type: string) => ReadonlyArray<string> | "no such name" | undefined

/** Starts a name server that answers by UDP. Returns its address. */
const startNameServer = async (says: Says): Promise<string> => {
  const socket = createSocket("udp4")
  socket.on("message", (query, { address, port }) => {
    const end = query.indexOf(0, 12) + 5
    const answers = says(types.get(query.readUInt16BE(end - 4)) ?? "")
    if (answers !== undefined) socket.send(answerTo(query.subarray(0, end), answers), port, address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const answerTo = (query: Buffer, answers: ReadonlyArray<string> | "no such name"): Buffer => {
  const records = typeof answers === "string" ? [] : answers.map(recordOf)
  const message = Buffer.concat([query, ...records])
  message.writeUInt16BE(typeof answers === "string" ? 0x8183 : 0x8180, 2)
  for (const [at, count] of [1, records.length, 0, 0].entries()) {
    message.writeUInt16BE(count, 4 + 2 * at)
  }
  return message
}

/** Returns a resource record whose name is that of the question. */
const recordOf = (address: string): Buffer => {
  const data = isIPv4(address)
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from(address.replaceAll(":", ""), "hex")
  const head = Buffer.from([
    0xc0,
    12,
    0,
    isIPv4(address) ? 1 : 28,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    data.length
  ])
  return Buffer.concat([head, data])
}

const six = "2606:4700:4700:0000:0000:0000:0000:1111"

describe("DNS", () => {
  it("is asked for the addresses of both families", async () => {
    const server = await startNameServer((type) => (type === "A" ? ["1.1.1.1", "10.0.0.1"] : [six]))
    expect(await askDns([server])("shop.example")).toEqual([
      "1.1.1.1",
      "10.0.0.1",
      "2606:4700:4700::1111"
    ])
  })

  it.each([
    ["A", ["1.1.1.1"]],
    ["AAAA", ["2606:4700:4700::1111"]]
  ])("may have addresses of only one family: %s", async (family, addresses) => {
    const answers = family === "A" ? ["1.1.1.1"] : [six]
    const server = await startNameServer((type) => (type === family ? answers : []))
    expect(await askDns([server])("shop.example")).toEqual(addresses)
  })

  it("may answer for one family and be silent about the other", async () => {
    const server = await startNameServer((type) => (type === "A" ? ["1.1.1.1"] : undefined))
    expect(await askDns([server])("shop.example")).toEqual(["1.1.1.1"])
  })

  it.each([
    ["no such name", "ENOTFOUND"],
    [[], "ENODATA"]
  ] as const)("without an address for a name rejects: %j", async (answer, code) => {
    const server = await startNameServer(() => answer)
    await expect(askDns([server])("shop.example")).rejects.toMatchObject({ code })
  })

  it("without an answer is given up after a time", async () => {
    const server = await startNameServer(() => undefined)
    await expect(askDns([server])("shop.example")).rejects.toMatchObject({
      code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/)
    })
  })
})

it("the system knows the names of this machine", async () => {
  const addresses = await askSystem("localhost")
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.every((address) => isIP(address) !== 0)).toBe(true)
})
