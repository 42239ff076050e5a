import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runLine } from "../../testing/runLine.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()

const operation = {
  operationId: "retrieveVase",
  summary: "Retrieve a vase",
  tags: ["Vases"],
  "x-payloom-call": ["vases", "retrieve"],
  responses: {
    200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Vase" } } } }
  }
}

const small = {
  openapi: "3.1.0",
  tags: [{ name: "Vases", description: "Vases. */ process.exit(1) /*" }],
  paths: { "/vases/{id}": { get: operation } },
  components: {
    schemas: {
      Vase: { type: "object", properties: { id: { type: "string" } }, required: ["id"] }
    }
  }
}

const written = async (document: unknown, out = "client.ts") => {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document))
  return runLine(["client", "openapi.json", "--out", out], { cwd: folder })
}

const source = (name = "client.ts") => readFileSync(join(folder, name), "utf8")

describe("payloom client", () => {
  it("writes the operations and types of a document, and writes its own file again", async () => {
    for (const _ of [1, 2]) {
      expect(await written(small)).toMatchObject({ code: 0, stderr: "" })
    }
    expect(source()).toContain("retrieve(id: string, options?: CallOptions): Promise<Vase>")
    expect(source()).toMatch(/method: "GET",\s+path: "\/vases\/\{id\}"/)
    expect(source()).toContain("export const createClient")
  })

  it("never changes a file that it did not write", async () => {
    writeFileSync(join(folder, "mine.ts"), "// mine")
    const { code, stderr } = await written(small, "mine.ts")
    expect([code, stderr]).toEqual([1, expect.stringContaining("choose another file")])
    expect(source("mine.ts")).toBe("// mine")
  })

  it("writes texts of a document as comments only", async () => {
    await written(small)
    expect(source()).toContain("Vases. *\\/ process.exit(1) /*")
  })

  it("reads the document of a server at its base path", async () => {
    const server = createServer(({ url }, response) => {
      response.statusCode = url === "/api/openapi.json" ? 200 : 404
      response.end(JSON.stringify(small))
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const line = (url: string) => runLine(["client", url, "--out", "served.ts"], { cwd: folder })
    expect(await line(`${address}/api/`)).toMatchObject({ code: 0 })
    expect((await line(address)).stderr).toContain("answered 404: add the base path")
    server.close()
    server.closeAllConnections()
    await new Promise<void>((closed) => server.once("close", closed))
    expect((await line(address)).stderr).toContain("does not answer")
  })

  const renamed = (call: readonly string[]) => ({
    ...small,
    paths: { "/vases": { get: { ...operation, "x-payloom-call": call } } }
  })
  const schemas = (Vase: object) => ({ ...small, components: { schemas: { Vase } } })
  const wrong: ReadonlyArray<readonly [document: unknown, complaint: string]> = [
    ["<html>", "is no OpenAPI document of a Payloom server"],
    [{ openapi: "3.0.0" }, "is no OpenAPI document of a Payloom server"],
    [{ ...small, paths: {} }, "is no OpenAPI document of a Payloom server"],
    [{ ...small, paths: { "/vases": null } }, "is no OpenAPI document of a Payloom server"],
    [renamed(["vases", "x(){}; evil"]), "which is no name of TypeScript"],
    [schemas({ $ref: "file:///etc/passwd" }), "which is outside of the document"],
    [schemas({ $ref: "#/components/schemas/../../x" }), "which is outside of the document"]
  ]

  it.each(wrong)("refuses %j", async (document, complaint) => {
    const { code, stderr } = await written(document)
    expect([code, stderr]).toEqual([1, expect.stringContaining(complaint)])
  })

  it("writes no code of a document's own", async () => {
    await written(schemas({ type: "object", properties: { id: { tsType: "evil()" } } }))
    expect(source()).not.toContain("evil")
  })

  it("says that a file is missing", async () => {
    const { stderr } = await runLine(["client", "none.json", "--out", "c.ts"], { cwd: folder })
    expect(stderr).toContain("There is no file none.json.")
  })
})
