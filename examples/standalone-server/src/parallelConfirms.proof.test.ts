import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { cleanUp, type RunningServer, runServer, temporaryFolder } from "./testing/runServer.ts"

afterAll(cleanUp)

interface Confirmed {
  readonly status: number
  readonly json: { readonly status?: string; readonly error?: { readonly code: string } }
}

const confirm = async (
  { printed }: RunningServer,
  sessionToken: string,
  ciphertext: string
): Promise<Confirmed> => {
  const response = await fetch(`${printed.url}/session/confirm`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${printed.publishable_key}`,
      "Session-Token": sessionToken
    },
    body: JSON.stringify({ method: "card", card: { ciphertext } })
  })
  return { status: response.status, json: (await response.json()) as Confirmed["json"] }
}

it("only one of 300 confirms of a session, sent to two processes, charges", async () => {
  const database = join(temporaryFolder(), "payloom.db")
  const first = await runServer(["--database", database])
  const second = await runServer(["--database", database])
  const session = await first.post("/v1/checkout_sessions", { amount: "1250", currency: "EUR" })
  const token = String(session.json.session_token)
  const secret = readFileSync(`${database}.secret`, "utf8").trim()
  const box = sandbox({ secret, journal: `${database}.bank` })
  const ciphertext = await box.encryptCard("approved")
  const confirms = Array.from({ length: 300 }, (_, n) =>
    confirm(n % 2 === 0 ? first : second, token, ciphertext)
  )
  const answers = await Promise.all(confirms)
  const paid = answers.filter(({ status }) => status === 200)
  expect(paid.map(({ json }) => json.status)).toEqual(["succeeded"])
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
  for (const { json } of refused) {
    expect(["session_processing", "session_already_succeeded"]).toContain(json.error?.code)
  }
  expect(await Effect.runPromise(box.bank.charges())).toHaveLength(1)
  await Promise.all([first.stop(), second.stop()])
})
