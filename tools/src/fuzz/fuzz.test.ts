import { createHandler, openApiDocument } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { manualClock, memory } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import type { FuzzAnswer } from "./answerFindings.ts"
import { type FuzzTarget, fuzz } from "./fuzz.ts"
import { openFuzzShop, sendable } from "./fuzzServer.ts"

const document = openApiDocument()
const keys = { secret: "sk_test_a", publishable: "pk_test_a", otherSecret: "sk_test_b" }

const answering = (status: number, body: unknown): FuzzTarget => ({
  document,
  keys,
  made: [],
  ciphertexts: ["a"],
  send: async () => answerOf(status, JSON.stringify(body))
})

const answerOf = (status: number, text: string): FuzzAnswer => ({
  status,
  headers: new Headers({ "Request-Id": "req_1" }),
  text
})

const errorOf = (more: object) => ({
  error: {
    type: "invalid_request_error",
    code: "parameter_invalid",
    message: "amount must be a text.",
    request_id: "req_1",
    ...more
  }
})

const found = async (target: FuzzTarget) => {
  const { findings } = await fuzz(target, { requests: 3, seed: "1", lanes: 1 })
  return findings.map(({ sentence }) => sentence).join("\n")
}

describe("requests that are made from the OpenAPI document", () => {
  it("get the answers of the document from an engine, whose books are right afterwards", async () => {
    const { box, openShop, ciphertexts } = await openFuzzShop({})
    const wrong: Array<string> = []
    const payloom = await Payloom.make({
      ...box.setup,
      storage: memory(),
      workers: false,
      clock: manualClock(),
      onLog: ({ level, message, cause = "" }) => {
        if (level === "error" && !cause.includes("sandbox: ")) wrong.push(message)
      }
    })
    onTestFinished(() => payloom.close())
    const handler = createHandler(payloom)
    const target: FuzzTarget = {
      document,
      ciphertexts,
      ...(await openShop(payloom)),
      send: async ({ target: path, method, headers, body }) => {
        const url = new URL(path.replace(/^\/+/, "/"), "http://localhost")
        const sent = body === null ? {} : { body }
        const response = await handler(
          new Request(url, { headers: sendable(headers), method, ...sent })
        )
        return answerOf(response.status, await response.text())
      }
    }
    const fuzzed = await fuzz(target, { requests: 100, seed: "npm test", lanes: 4 })
    expect(fuzzed.findings).toEqual([])
    expect(wrong).toEqual([])
    expect(fuzzed.byStatus[200]).toBeGreaterThan(15)
    await payloom.runDue()
    expect(await box.audit(payloom)).toEqual([])
  })

  it("are the same for the same seed, and differ for another one", async () => {
    const sentBy = async (seed: string) => {
      const sent: Array<string> = []
      const target: FuzzTarget = {
        ...answering(404, errorOf({})),
        send: async ({ method, target: path, body }) => {
          sent.push(`${method} ${path} ${body}`)
          return answerOf(404, JSON.stringify(errorOf({})))
        }
      }
      await fuzz(target, { requests: 20, seed, lanes: 1 })
      return sent
    }
    expect(await sentBy("1")).toEqual(await sentBy("1"))
    expect(await sentBy("1")).not.toEqual(await sentBy("2"))
  })
})

describe("the check of answers", () => {
  it.each([
    ["a failure of the server", 500, errorOf({}), /the server failed with 500/],
    ["a result without its fields", 200, {}, /does not fit its schema/],
    ["an undocumented status", 418, errorOf({}), /the status 418 is not documented/],
    ["an error without a message", 422, errorOf({ message: 1 }), /does not fit its schema/],
    ["a refused field without a name", 422, errorOf({ message: "No." }), /is not named/],
    ["a long error", 422, errorOf({ message: "a".repeat(5000) }), /an error has \d+ letters/],
    ["a broken message", 422, errorOf({ message: "undefined is wrong" }), /message is broken/]
  ])("finds %s", async (_, status, body, sentence) => {
    expect(await found(answering(status, body))).toMatch(sentence)
  })

  it("finds an answer that is not JSON", async () => {
    const target = { ...answering(200, {}), send: async () => answerOf(200, "<html>") }
    expect(await found(target)).toMatch(/is not JSON/)
  })
})
