import { describe, expect, it } from "vitest"
import { stableSources } from "./stableSources.ts"

describe("the source of Debian's stable release", () => {
  it("has the mirror and the keyring of the machine's sources, in the form with fields", () => {
    const sources = `Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/archive.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
`
    expect(stableSources([sources])).toBe(
      "deb [signed-by=/usr/share/keyrings/archive.gpg] http://mirror.example/debian stable main"
    )
  })

  it("has them in the form with one source a line", () => {
    const sources = `# deb http://old.example/debian buster main
deb http://mirror.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/k.gpg] https://mirror.example/debian/ bookworm main contrib
`
    expect(stableSources([sources])).toBe(
      "deb [signed-by=/k.gpg] https://mirror.example/debian stable main"
    )
    expect(stableSources(["deb http://mirror.example/debian bookworm main"])).toBe(
      "deb http://mirror.example/debian stable main"
    )
  })

  it("is null if the sources name no mirror of Debian", () => {
    expect(stableSources(["deb http://mirror.example/ubuntu noble main", ""])).toBeNull()
  })
})
