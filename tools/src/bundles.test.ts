import { describe, expect, it } from "vitest"
import { entriesOf, importedPackages, notInstalled } from "./bundles.ts"
import { publishedPackages } from "./workspace.ts"

/** Entries for tests and for metrics, each with the optional packages that it needs. */
const optional: Readonly<Record<string, ReadonlyArray<string>>> = {
  "@payloom/auditor/postgres": ["pg"],
  "@payloom/auditor/sqlite": ["better-sqlite3"],
  "@payloom/auditor/store": ["better-sqlite3"],
  "@payloom/otel/prometheus": ["@opentelemetry/exporter-prometheus", "@opentelemetry/sdk-metrics"],
  "@payloom/provider-adyen/testing": ["@payloom/testkit"],
  "@payloom/provider-prism/testing": ["@payloom/testkit"],
  "@payloom/provider-stripe/testing": ["@payloom/testkit"],
  "@payloom/testkit/fast-check": ["fast-check"],
  "@payloom/testkit/storage-contract": ["fast-check"],
  "@payloom/vaults/fake": ["@payloom/testkit"]
}

/** Entries whose built files contain a package that isn't installed with them. */
const contained: Readonly<Record<string, ReadonlyArray<string>>> = {
  "@payloom/client/webhooks": ["@payloom/core"]
}

const entries = publishedPackages().flatMap((published) =>
  entriesOf(published).map(({ path, source }) => ({
    name: `${published.manifest.name}${path.slice(1)}`,
    manifest: published.manifest,
    source
  }))
)

describe("an entry of a package", () => {
  it.each(entries)(
    "imports only packages that npm installs with the package: $name",
    async (entry) => {
      const imported = await importedPackages(entry.source)
      expect(notInstalled(entry.manifest, imported)).toEqual(
        optional[entry.name] ?? contained[entry.name] ?? []
      )
    }
  )

  it("is a subpath if it needs an optional package", () => {
    const names = new Set(entries.map(({ name }) => name))
    expect(Object.keys(optional).filter((name) => !names.has(name))).toEqual([])
    for (const name of Object.keys(optional)) expect(name.split("/")).toHaveLength(3)
  })
})

describe("an optional package", () => {
  it("is found behind an import() and behind a subpath of its package", async () => {
    const peer = { optional: true }
    const manifest = {
      name: "a",
      version: "1.0.0",
      dependencies: { hono: "1" },
      peerDependencies: { effect: "4", "@scope/peer": "1" },
      peerDependenciesMeta: { "@scope/peer": peer }
    }
    const imported = ["@scope/peer", "effect", "hono", "vitest"]
    expect(notInstalled(manifest, imported)).toEqual(["@scope/peer", "vitest"])
    const imports = await importedPackages(
      new URL("../../packages/testkit/src/storage/storageContract.ts", import.meta.url).pathname
    )
    expect(imports).toContain("fast-check")
  })
})
