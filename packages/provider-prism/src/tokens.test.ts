import { describe, expect, it } from "vitest"
import type { Api } from "./api.ts"
import { accessTokens } from "./tokens.ts"

const call = { signal: new AbortController().signal, isLate: () => false }

/** Returns access tokens of a processor that answers with this status, and counts its requests. */
const tokensOf = (status: number, expiresInSeconds = 3600, failure: object | null = null) => {
  let requests = 0
  const api = {
    flowCall: (flow: string) => ({ flow }),
    build: async () => ({}),
    send: async () => {
      requests += 1
      await Promise.resolve()
      if (failure !== null) throw failure
      return { status, headers: {}, body: "" }
    },
    read: async () => ({ token: { value: `token_${requests}`, expiresInSeconds } })
  } as unknown as Api
  return { tokens: accessTokens(api), requests: () => requests }
}

describe("an access token", () => {
  it("is requested once for several calls, and for each account", async () => {
    const { tokens, requests } = tokensOf(200)
    const got = await Promise.all(["main", "main", "main"].map((name) => tokens.of(name, call)))
    expect(new Set(got).size).toBe(1)
    await tokens.of("other", call)
    expect(requests()).toBe(2)
  })

  it("is NotSent if the processor fails or can't be reached, because no charge was sent", async () => {
    await expect(tokensOf(500).tokens.of("main", call)).rejects.toMatchObject({ _tag: "NotSent" })
    const broken = { _tag: "Unknown", reason: "The connection broke." }
    await expect(tokensOf(200, 1, broken).tokens.of("main", call)).rejects.toMatchObject({
      _tag: "NotSent"
    })
  })

  it("is AccountUnavailable if the keys are refused, and is requested again by the next call", async () => {
    const { tokens, requests } = tokensOf(401)
    for (const _ of [1, 2]) {
      await expect(tokens.of("main", call)).rejects.toMatchObject({ _tag: "AccountUnavailable" })
    }
    expect(requests()).toBe(2)
  })

  it("is NotSent if the call is late by then", async () => {
    const late = { ...call, isLate: () => true }
    await expect(tokensOf(200).tokens.of("main", late)).rejects.toMatchObject({ _tag: "NotSent" })
  })
})
