import { fileURLToPath } from "node:url"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { openPayer } from "./testing/payer.ts"

/** Returns the payer's half of the client as a browser runs it. */
const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve("@payloom/client/payer"))],
    bundle: true,
    format: "iife",
    globalName: "client",
    conditions: ["source"],
    write: false
  })
  return `${outputFiles[0]?.text}; globalThis.client = client`
}

describe.skipIf(chromiumPath === null)("the payer's half of the client in Chromium", () => {
  const { browser, server, witness } = hostedPage()

  it("reads a session, pays it, and gets errors with their codes", async () => {
    const { printed, post } = server()
    const session = await post("/v1/checkout_sessions", { amount: "1250", currency: "EUR" })
    const { page } = await openPayer(browser(), `${printed.url}/docs`, witness)
    await page.evaluate(await bundled())
    const found = await page.evaluate(`(async () => {
      const options = {
        baseUrl: location.origin,
        publishableKey: ${JSON.stringify(printed.publishable_key)},
        sessionToken: ${JSON.stringify(session.json.session_token)}
      }
      const payer = client.createPayerClient(options)
      const { amount } = await payer.retrieve()
      const bank = { method: "apm", apm: { type: "sandbox_bank" }, return_url: location.href }
      const { status, action } = await payer.confirm(bank)
      const other = client.createPayerClient({ ...options, sessionToken: "wrong" })
      const { code, requestId } = await other.status().catch((error) => error)
      return { amount, status, action: action.type, code, hasId: /^req_/.test(requestId) }
    })()`)
    expect(found).toEqual({
      amount: "1250",
      status: "requires_action",
      action: "redirect",
      code: "session_token_invalid",
      hasId: true
    })
  })
})
