import { createAdaptorServer } from "@hono/node-server"
import { serveNode } from "@payloom/adapter-http/node"
import { Hono } from "hono"
import { openRaw } from "./charges.ts"
import { openShop, type Shop } from "./engine.ts"
import { groupedCommits } from "./groupedCommits.ts"

/** The message of a measured server to its parent process once it listens. */
export interface Listening {
  readonly url: string
  readonly secretKey: string
  readonly instrument: string
  readonly payment: string
}

/** Serves the engine with the HTTP adapter. */
const serveEngine = async (file: string): Promise<Listening> => {
  const shop = await openShop(file)
  const { id } = await shop.charge()
  const { url } = await serveNode(shop.payloom, { port: 0 })
  return { url, secretKey: shop.secretKey, instrument: shop.instrument, payment: id }
}

const readyCharges = 24_000

/**
 * Serves bare Hono: one route writes the raw commits of a charge, one answers bytes from a Map. If
 * `isAudited`, the commits have the entry of the audit log that the engine writes for each request.
 */
const serveBare = async (file: string, isAudited: boolean): Promise<Listening> => {
  const callsOf = (shop: Shop) => (isAudited ? shop.audited : shop)
  const raw = await openRaw(file, (shop) => callsOf(shop).charge())
  const rawSessions = await openRaw(`${file}.sessions`, (shop) => callsOf(shop).openSession())
  const shop = await openShop(`${file}.answer`)
  const recorded = shop.record()
  const { id } = await shop.charge()
  const body = answerIn(recorded())
  await shop.payloom.close()
  const commit = groupedCommits(raw)
  const ready = [...raw.ready(readyCharges)]
  const commitSession = groupedCommits(rawSessions)
  const readySessions = [...rawSessions.ready(readyCharges)]
  const answers = new Map([[id, body]])
  const json = { "Content-Type": "application/json; charset=utf-8" }
  const app = new Hono()
  app.post("/payments", async (context) => {
    await context.req.json()
    for (const writes of ready.pop() ?? []) await commit(writes)
    return context.body(body, 200, json)
  })
  app.post("/v1/checkout_sessions", async (context) => {
    await context.req.json()
    for (const writes of readySessions.pop() ?? []) await commitSession(writes)
    return context.body(body, 200, json)
  })
  app.get("/payments/:id", (context) =>
    context.body(answers.get(context.req.param("id")) ?? "", 200, json)
  )
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, secretKey: "sk", instrument: "card", payment: id }
}

/** Returns the stored response body of the charge's idempotency key. */
const answerIn = (commits: ReadonlyArray<ReadonlyArray<unknown>>): string => {
  const rows = commits.flat().map((change) => (change as { readonly row?: object }).row ?? {})
  const answered = rows.findLast((row) => "answer" in row && typeof row.answer === "string")
  return String((answered as { readonly answer: string }).answer)
}

const [kind, file = ""] = process.argv.slice(2)
process.send?.(await (kind === "engine" ? serveEngine(file) : serveBare(file, kind === "audited")))
process.on("disconnect", () => process.exit(0))
