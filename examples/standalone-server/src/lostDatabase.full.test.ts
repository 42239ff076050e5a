import { copyFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, runServer, temporaryFolder } from "./testing/runServer.ts"

afterAll(cleanUp)

describe.concurrent("a server whose database file is lost while it runs", () => {
  it.each([
    ["deleted", "deleted", (path: string) => rmSync(path)],
    [
      "replaced",
      "replaced",
      (path: string) => {
        copyFileSync(path, `${path}.other`)
        renameSync(`${path}.other`, path)
      }
    ],
    ["deleted with its log", "deleted", (path: string) => removeAll(path)]
  ])(
    "refuses payments, fails its health check and names the file once it is %s",
    async (...given) => {
      const [, reason, lose] = given
      const path = join(temporaryFolder(), "payloom.db")
      const server = await runServer(["--database", path])
      expect((await server.pay("approved")).json.status).toBe("succeeded")
      expect((await server.get("/health")).status).toBe(200)
      lose(path)
      await eventually(async () => (await server.get("/health")).status === 503)
      for (const { status, json } of [
        await server.pay("approved"),
        await server.get("/payments"),
        await server.get("/health")
      ]) {
        expect([status, json.error]).toMatchObject([503, { code: "storage_unavailable" }])
        expect(JSON.stringify(json)).not.toContain(path)
      }
      const alerts = server
        .log()
        .split("\n")
        .filter((line) => line.includes("alert.storage_lost"))
      expect(alerts).toHaveLength(1)
      expect(server.log()).toContain(`The database is lost: ${path} was ${reason}`)
      expect(await server.stop()).toBe(0)
    }
  )
})

const removeAll = (path: string) => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`)
}
