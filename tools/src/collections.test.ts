import { globSync, readFileSync } from "node:fs"
import { collections } from "@payloom/core"
import { expect, it } from "vitest"

it("every collection of core is in the list of collections, so adapters create its table at the start", () => {
  const core = new URL("../../packages/core/src/", import.meta.url).pathname
  const exclude = ["**/*.test.ts", "**/testing/*.ts"]
  const declared = globSync("**/*.ts", { cwd: core, exclude }).flatMap((file) =>
    [
      ...readFileSync(`${core}${file}`, "utf8").matchAll(
        /= collection(?:<.+>)?\(\{\s+name: "(.+?)"/g
      )
    ].map(([, name]) => name)
  )
  expect(declared.length).toBeGreaterThan(15)
  expect(declared.toSorted()).toEqual(collections.map(({ name }) => name).toSorted())
})
