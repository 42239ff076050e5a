import { describe, expect, it } from "vitest"
import { lacks, type Packed } from "./packedFiles.ts"

const complete: Packed = {
  manifest: {
    name: "@payloom/core",
    version: "0.1.0",
    homepage: "https://payloom.example",
    bugs: "https://payloom.example/issues",
    author: "Payloom contributors",
    funding: "https://payloom.example/funding",
    keywords: ["payments", "payloom", "sqlite"],
    repository: { url: "git+https://payloom.example/payloom.git", directory: "packages/core" }
  },
  folder: "packages/core",
  files: ["package.json", "README.md", "LICENSE", "dist/index.js"]
}

type Field = "homepage" | "bugs" | "repository" | "author" | "funding" | "keywords"

const without = (key: Field): Packed => {
  const { [key]: _, ...manifest } = complete.manifest
  return { ...complete, manifest: manifest as Packed["manifest"] }
}

const withoutFile = (file: string): Packed => ({
  ...complete,
  files: complete.files.filter((path) => path !== file)
})

describe("a package that is packed", () => {
  it("lacks nothing if it is complete", () => {
    expect(lacks(complete)).toEqual([])
  })

  it.each([
    ["its README", withoutFile("README.md"), ["@payloom/core lacks README.md."]],
    ["the licence", withoutFile("LICENSE"), ["@payloom/core lacks LICENSE."]],
    [
      "its repository",
      without("repository"),
      [
        "The package.json of @payloom/core lacks a repository.",
        "The package.json of @payloom/core lacks packages/core as the directory of its repository."
      ]
    ],
    [
      "the right directory",
      { ...complete, folder: "packages/k" },
      ["The package.json of @payloom/core lacks packages/k as the directory of its repository."]
    ],
    ["a homepage", without("homepage"), ["The package.json of @payloom/core lacks a homepage."]],
    [
      "an address for bugs",
      without("bugs"),
      ["The package.json of @payloom/core lacks an address for bugs."]
    ],
    ["an author", without("author"), ["The package.json of @payloom/core lacks an author."]],
    [
      "an address for funding",
      without("funding"),
      ["The package.json of @payloom/core lacks an address for funding."]
    ],
    ["keywords", without("keywords"), ["The package.json of @payloom/core lacks three keywords."]]
  ])("is refused without %s", (_, packed, complaints) => {
    expect(lacks(packed)).toEqual(complaints)
  })
})
