import { expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

it("a handler whose engine was closed answers 503 with an id to quote", async () => {
  const shop = await openShop()
  await shop.payloom.close()
  for (const path of ["/payments", "/health", "/session"]) {
    const headers = {
      Authorization: `Bearer ${path === "/session" ? shop.publishableKey : shop.secretKey}`,
      "Session-Token": "a token",
      Origin: "http://localhost"
    }
    const response = await shop.handler(new Request(`http://localhost${path}`, { headers }))
    expect([path, response.status]).toEqual([path, 503])
    expect(response.headers.get("Request-Id")).toMatch(/^req_/)
    if (path === "/health") continue
    expect(await response.json()).toMatchObject({
      error: { type: "api_error", code: "engine_closed" }
    })
  }
})
