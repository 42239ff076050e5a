import { createServer } from "node:net"
import { expect, it } from "vitest"
import { serveNode } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"

it("a server replaces one that already listens, and frees the port at its end", async () => {
  const listener = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  const port = typeof address === "object" ? (address?.port ?? 0) : 0
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  const { payloom } = await openShop()
  const serving = await serveNode(payloom, { port, listener })
  expect(serving.url).toBe(`http://127.0.0.1:${port}`)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${serving.url}/health`))
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await serving.close()
  const next = createServer()
  await new Promise<void>((resolve, reject) => {
    next.once("error", reject)
    next.listen(port, "127.0.0.1", resolve)
  })
  next.close()
})
