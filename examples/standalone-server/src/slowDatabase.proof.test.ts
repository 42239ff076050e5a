import { join } from "node:path"
import { hasPostgres, postgresProxy, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, runServer, temporaryFolder } from "./testing/runServer.ts"

afterAll(cleanUp)

describe.skipIf(!hasPostgres)("a server whose database does not answer", () => {
  it("answers 503 after a while, and works again once the database answers", async () => {
    const database = await startPostgres()
    const proxy = await postgresProxy(database)
    try {
      const files = join(temporaryFolder(), "payloom")
      const server = await runServer(["--database", proxy.address, "--files", files])
      expect((await server.pay("approved")).json.status).toBe("succeeded")
      // Connections that are opened in the next second hang too.
      const hanging = setInterval(() => {
        for (const connection of proxy.connections()) connection.hangAfter(0, "requests")
      }, 5)
      setTimeout(() => clearInterval(hanging), 1000)
      // There are more requests than connections. Each waits for a connection or for its answer.
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, nth) => server.pay("approved", {}, `slow ${nth}`))
      )
      const refused = replies.filter(({ status }) => status !== 200)
      expect(refused.length).toBeGreaterThan(0)
      for (const { status, json } of refused) {
        expect([status, json.error]).toMatchObject([503, { code: "storage_unavailable" }])
      }
      for (const nth of replies.keys()) {
        await expect
          .poll(async () => (await server.pay("approved", {}, `slow ${nth}`)).status)
          .toBe(200)
      }
      expect(await server.stop()).toBe(0)
    } finally {
      await proxy.stop()
      await database.stop()
    }
  })
})
