import { describe, expect, it } from "vitest"
import { billOfMaterials } from "./billOfMaterials.ts"
import { nextVersion, rangesAt, sizeOf } from "./versions.ts"

const changeset = (...sizes: ReadonlyArray<string>): string =>
  `---\n${sizes.map((size, nth) => `"@payloom/p${nth}": ${size}\n`).join("")}---\n\nA change.\n`

describe("the version of a release", () => {
  it("follows the largest size of all changesets", () => {
    expect(sizeOf([])).toBe(null)
    expect(sizeOf([changeset("patch"), changeset("patch", "minor"), changeset("patch")])).toBe(
      "minor"
    )
    expect(sizeOf([changeset("major"), changeset("minor")])).toBe("major")
  })

  it.each([
    ["patch", "1.2.4"],
    ["minor", "1.3.0"],
    ["major", "2.0.0"]
  ] as const)("rises by %s", (size, next) => {
    expect(nextVersion("1.2.3", size)).toBe(next)
  })
})

describe("the ranges of a project that is no workspace", () => {
  it("begin at the version of the release, and others stay", () => {
    const manifest =
      '{ "@payloom/core": "^0.1.0", "hono": "^4.1.0", "@payloom/adapter-http": "^0.1.0" }'
    expect(JSON.parse(rangesAt(manifest, "0.2.0"))).toEqual({
      "@payloom/core": "^0.2.0",
      hono: "^4.1.0",
      "@payloom/adapter-http": "^0.2.0"
    })
  })
})

describe("the bill of materials", () => {
  const lock = {
    "packages/core": { dependencies: { ulid: "3" } },
    "node_modules/ulid": {
      version: "3.0.2",
      license: "MIT",
      integrity: `sha512-${Buffer.from("abc").toString("base64")}`
    }
  }
  const manifest = { name: "@payloom/core", version: "0.1.0" }

  it("has the packages, what users install with them, and which needs which", () => {
    const bill = billOfMaterials(lock, [{ folder: "packages/core", manifest }])
    expect(bill.components).toMatchObject([
      { purl: "pkg:npm/%40payloom/core@0.1.0" },
      {
        purl: "pkg:npm/ulid@3.0.2",
        licenses: [{ license: { id: "MIT" } }],
        hashes: [{ alg: "SHA-512", content: "616263" }]
      }
    ])
    expect(bill.dependencies).toEqual([
      { ref: "pkg:npm/%40payloom/core@0.1.0", dependsOn: ["pkg:npm/ulid@3.0.2"] }
    ])
  })

  it("is the same for the same release", () => {
    const made = () => billOfMaterials(lock, [{ folder: "packages/core", manifest }])
    expect(made()).toEqual(made())
  })
})
