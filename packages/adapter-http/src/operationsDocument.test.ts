import { readFileSync } from "node:fs"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import { payerOperationsOf } from "./payerSurface.ts"

const page = readFileSync(new URL("../../../docs/reference/operations.md", import.meta.url), "utf8")

const payloom = await Payloom.make({ ...sandbox().setup, storage: memory(), workers: false })
afterAll(() => payloom.close())
const shop = payloom.merchant({ tenant: `tenant_${"0".repeat(26)}`, mode: "test" })
const credentials = { publishableKey: "pk_test_", sessionToken: "" }
const payer = payloom.payer(credentials)
const portal = payloom.portal(credentials)

/** The numbered rows: the number, the name in the library, the route and the name in OpenAPI. */
const numbered = [...page.matchAll(/^\| +(\d+) \| `(.*?)` +\| `(.*?)` +\| `(.*?)` +\|$/gm)].map(
  ([, number, library = "", route, name]) => ({ number: Number(number), library, route, name })
)

/** Returns the names of a row such as `shop.routing.rules`, `setRules`. */
const namesIn = (row: string): ReadonlyArray<string> => {
  const [first = "", ...others] = [...row.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name)
  const service = first.slice(0, first.lastIndexOf("."))
  return [first, ...others.map((name) => `${service}.${name}`)]
}

/** The rows of operations that the contract doesn't have. */
const added = [
  ...page.matchAll(/^\| +\| `((?:shop|portal).*?)` +\| `(.*?)` +\| `(.*?)` +\|$/gm)
].map(([, library = "", route, name]) => ({ library, route, name }))

const libraryOnly = [...page.matchAll(/^\| (`(?:shop|payloom)\..*?) +\|/gm)].flatMap(
  ([, row = ""]) => namesIn(row)
)

const handles: Readonly<Record<string, unknown>> = { shop, payloom, payer, portal }

/** Returns the value of a name such as `shop.payments.create`. */
const found = (name: string): unknown =>
  name
    .split(".")
    .reduce<unknown>(
      (from, key) => (from as Readonly<Record<string, unknown>> | undefined)?.[key],
      handles
    )

/** Every function of a merchant's services, except those that iterate over a list. */
const ofMerchants = Object.entries(shop).flatMap(([service, owned]) =>
  Object.keys(owned)
    .filter((name) => typeof found(`shop.${service}.${name}`) === "function")
    .filter((name) => !name.startsWith("iterate"))
    .map((name) => `shop.${service}.${name}`)
)

describe("the page of operations", () => {
  it("has each operation once, with its route and its name in OpenAPI", () => {
    const { parts } = payloom.services
    const served = [...parts.routes, ...payerOperationsOf(parts)].map(
      ({ name, method, path }) => `${method} ${path} ${name}`
    )
    const rows = [...numbered, ...added].map(({ route, name }) => `${route} ${name}`)
    expect(rows.toSorted()).toEqual(served.toSorted())
    expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, index) => index + 1))
    expect(numbered).toHaveLength(38)
  })

  it("names functions of the library, and every function of a merchant", () => {
    const named = [...[...numbered, ...added].map(({ library }) => library), ...libraryOnly]
    expect(named.filter((name) => typeof found(name) !== "function")).toEqual([])
    expect(named.filter((name) => name.startsWith("shop.")).toSorted()).toEqual(
      ofMerchants.toSorted()
    )
  })
})
