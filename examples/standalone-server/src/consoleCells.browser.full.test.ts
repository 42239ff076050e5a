import { serveNode } from "@payloom/adapter-http/node"
import { cells, moveTenant } from "@payloom/cells"
import { type ConsoleUser, createConsole } from "@payloom/console"
import { Payloom, Storage, StorageUnavailable } from "@payloom/core"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { memory, sandbox } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { Hono } from "hono"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pageProblems } from "./testing/consoleScene/pageProblems.ts"
import { accessibilityProblems } from "./testing/payer.ts"

/** A storage in memory whose reads and commits fail while it is cut off. */
const breakable = () => {
  let isCut = false
  const met = <A, E>(call: Effect.Effect<A, E>) =>
    Effect.suspend(
      (): Effect.Effect<A, E | StorageUnavailable> =>
        isCut ? Effect.fail(new StorageUnavailable({ cause: "cable cut" })) : call
    )
  const layer = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) =>
      Storage.of({
        ...inner,
        get: (scope, of, id) => met(inner.get(scope, of, id)),
        getMany: (scope, of, ids) => met(inner.getMany(scope, of, ids)),
        page: (scope, of, query) => met(inner.page(scope, of, query)),
        sums: (scope, of, name, query) => met(inner.sums(scope, of, name, query)),
        scopes: (query) => met(inner.scopes(query)),
        nextDue: (kinds) => met(inner.nextDue(kinds)),
        commit: (changes) => met(inner.commit(changes))
      })
    )
  ).pipe(Layer.provide(memory()))
  return {
    layer,
    cut: (cut: boolean) => {
      isCut = cut
    }
  }
}

/** Serves a console on the cells `a` and `b`, with a shop in each. */
const openServer = async () => {
  const b = breakable()
  let placed = 0
  const storages = {
    directory: memory(),
    cells: { a: memory(), b: b.layer },
    placeTenant: () => (placed++ === 0 ? "a" : "b")
  }
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: cells(storages),
    workers: false,
    onLog: () => {}
  })
  const near = await box.openShop(payloom)
  const far = await payloom.tenants.create({ displayName: "Far", defaultCurrency: "EUR" })
  let user: ConsoleUser = { id: "user_1", name: "Ada", role: "viewer" }
  const handler = createConsole(payloom, { basePath: "/console", authenticate: () => user })
  const pages = new Hono().all("/console/*", ({ req, env }) => handler(req.raw, env))
  const serving = await serveNode(payloom, { port: 0, pages, graceMs: 100 })
  return {
    near: near.scope.tenant,
    far: far.id,
    cut: b.cut,
    url: (tenant: string, path: string) => `${serving.url}/console/${tenant}/test${path}`,
    signIn: (tenants?: ReadonlyArray<string>) => {
      user = { id: "user_1", name: "Ada", role: "viewer", ...(tenants ? { tenants } : {}) }
    },
    beginMove: () => {
      const dying = Layer.effect(
        Storage,
        Effect.map(Storage, (inner) =>
          Storage.of({
            ...inner,
            commit: (changes) =>
              changes.some(({ collection: { name } }) => name === "tenants")
                ? Effect.die(new Error("the mover died"))
                : inner.commit(changes)
          })
        )
      ).pipe(Layer.provide(b.layer))
      const moving = { ...storages, cells: { ...storages.cells, b: dying } }
      const move = moveTenant(moving, { tenant: near.scope.tenant, to: "b" })
      return Effect.runPromiseExit(move)
    },
    close: async () => {
      handler.close()
      await serving.close()
    }
  }
}

describe.skipIf(chromiumPath === null)("an operator of cells", () => {
  let server: Awaited<ReturnType<typeof openServer>>
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    server = await openServer()
    context = await (await openBrowser()).newContext({ locale: "en", timezoneId: "UTC" })
    page = await context.newPage()
  })
  afterAll(async () => {
    await context?.close()
    await server?.close()
  })

  const reads = (text: string | RegExp) => page.getByText(text).first().waitFor()
  /** Returns what is wrong with the page on a desktop, and in the dark on a phone. */
  const problems = async () => {
    const look = async () => [
      ...(await pageProblems(page)),
      ...(await accessibilityProblems({ page }))
    ]
    const found = await look()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: "dark" })
    found.push(...(await look()))
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1200, height: 860 })
    return found
  }

  it("sees the cells, the cell of the account and moves, on a desktop and on a phone", async () => {
    await server.beginMove()
    await page.goto(server.url(server.near, ""))
    await page.getByRole("link", { name: "Cells" }).click()
    await reads("This account is in the cell a. It moves to b: step 1 of 4, its rows are copied.")
    const rows = page.getByRole("row")
    await expect
      .poll(() => rows.allInnerTexts())
      .toContainEqual(expect.stringMatching(/^a\s*1 account\s+Up\s+none\s+0$/))
    await reads("a to b")
    expect(await problems()).toEqual([])
  })

  it("sees a cell that is down without a reload, and its name where pages fail", async () => {
    await page.goto(server.url(server.near, "/cells"))
    await reads("This account is in the cell a.")
    server.cut(true)
    await reads(/The cell b is down, with 1 account. They can't pay. Start its database.*cable cut/)
    expect(await problems()).toEqual([])
    await page.goto(server.url(server.far, "/payments"))
    await reads(/^The cell b doesn't answer. Its accounts can't pay/)
    await reads(/^The cell b did not answer when this page was opened/)
    expect(await problems()).toEqual([])
    server.cut(false)
    await page.getByRole("link", { name: "Look at the cells" }).click()
    await reads("This account is in the cell b.")
    await expect
      .poll(() => page.getByText("The cell b is down").count(), { timeout: 15_000 })
      .toBe(0)
  })

  it("does not see cells if they may not see all accounts", async () => {
    server.signIn([server.near])
    await page.goto(server.url(server.near, "/cells"))
    await reads("There is nothing here")
    expect(await page.getByRole("link", { name: "Cells" }).count()).toBe(0)
  })
})
