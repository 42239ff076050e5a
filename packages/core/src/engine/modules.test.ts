import { describe, expect, expectTypeOf, it } from "vitest"
import { coreModules, coreParts, partsOf } from "./modules.ts"
import type { EngineServices } from "./operations/ServicesApi.ts"
import type { OperationsOf, ServiceName } from "./serviceTypes.ts"

type OwnOf<Module> = Module extends { readonly services: infer S }
  ? { readonly [Name in keyof S]: S[Name] extends { readonly operations: infer O } ? O : never }
  : never

type AddedOf<Module> = Module extends { readonly addsTo: infer Added } ? Added : never

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Every
) => void
  ? Every
  : never

type CoreModule = (typeof coreModules)[number]

/** The operations that the modules of core declare, by service. */
type Declared = All<OwnOf<CoreModule>> & All<AddedOf<CoreModule>>

/** The operations that the interfaces of the services document. */
type Documented = {
  readonly [Name in ServiceName]: OperationsOf<EngineServices<"declared">[Name]>
}

describe("the modules of core", () => {
  it("declare every operation that the interfaces document, with its type", () => {
    expectTypeOf<Declared>().toExtend<Documented>()
  })

  it("have a route only for an operation that exists", () => {
    const routes = coreModules.flatMap((module) => [...module.routes])
    expect(routes).toHaveLength(coreParts.routes.length)
    expect(routes.length).toBeGreaterThan(30)
  })

  it("have walks only over lists that exist", () => {
    for (const { operations, walks } of Object.values(coreParts.services)) {
      for (const { list } of Object.values(walks)) expect(operations).toHaveProperty(list)
    }
  })
})

describe("an engine without billing", () => {
  const parts = partsOf([], ["billing"])

  it("has no operation, route, event, job or row of billing", () => {
    expect(parts.services).not.toHaveProperty("plans")
    expect(parts.services).not.toHaveProperty("subscriptions")
    expect(parts.routes.filter(({ path }) => /plan|subscription/.test(path))).toEqual([])
    expect(parts.tags).not.toHaveProperty("Plans")
    expect(Object.keys(parts.events).filter((type) => type.startsWith("subscription"))).toEqual([])
    expect(parts.jobs).not.toHaveProperty("bill_subscription")
    expect(parts.collections.map(({ name }) => name)).not.toContain("subscriptions")
  })

  it("has all the rest", () => {
    expect(parts.services).toHaveProperty("checkout")
    expect(parts.followers).toHaveLength(1)
  })
})
