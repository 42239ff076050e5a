import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { fingerprintReader } from "./fingerprints.ts"
import { olderThanShown, writeLock } from "./lock.ts"
import { allPictures, type Picture } from "./pictures.ts"
import { complaintsAboutDocuments } from "./shownInDocuments.ts"
import { apiDocs } from "./taking/apiDocs.ts"
import { operatorsConsole } from "./taking/console.ts"
import { consolePageNames } from "./taking/consolePageList.ts"
import { hostedPage } from "./taking/hostedPage.ts"
import { ownLook } from "./taking/ownLook.ts"
import { portal } from "./taking/portal.ts"
import { shop } from "./taking/shop.ts"

const pay: Picture = {
  name: "pay",
  languages: ["en"],
  shown: { bundled: ["src/page.ts", "src/page.css"], files: ["src/server*.ts"] }
}

const sources = {
  "src/page.ts": `import { amount } from "./amount.ts"
    import { en } from "./texts/en.ts"
    import { ja } from "./texts/ja.ts"
    import { html } from "lit"
    document.title = html([en, ja, amount])`,
  "src/page.css": `@import "./look.css";\nmain { color: red }`,
  "src/look.css": "body { margin: 0 }",
  "src/amount.ts": 'export const amount = 12\nexport const unused = "a"',
  "src/texts/en.ts": 'export const en = "Pay"',
  "src/texts/ja.ts": 'export const ja = "支払う"',
  "src/server.ts": "export const page = 1",
  "node_modules/lit/package.json": '{ "name": "lit", "version": "3.0.0" }',
  "docs/screenshots/pay.png": "a picture",
  "README.md": '# Shop\n\n<img src="docs/screenshots/pay.png" alt="The page to pay on">\n'
}

type Files = Readonly<Record<string, string>>

const write = (root: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Creates a repository with a page, its picture, and a document that shows the picture. */
const repository = (changes: Files = {}): string => {
  const root = mkdtempSync(join(tmpdir(), "payloom-pictures-test-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  write(root, { ...sources, ...changes })
  return root
}

/** Returns the complaints after files have changed since the picture was taken. */
const after = async (changes: Files): Promise<ReadonlyArray<string>> => {
  const root = repository()
  await writeLock(root, [pay])
  write(root, changes)
  return olderThanShown(root, [pay])
}

const older = (names: string) => [
  `docs/screenshots/pay.png is older than what it shows: ${names} changed.`
]

describe("a picture", () => {
  it("is fresh as long as nothing has changed", async () => {
    expect(await after({})).toEqual([])
  })

  it.each([
    ["src/page.ts", `${sources["src/page.ts"]}\ndocument.title += "!"`],
    ["src/amount.ts", sources["src/amount.ts"].replace("12", "13")],
    ["src/look.css", "body { margin: 1px }"],
    ["src/texts/en.ts", 'export const en = "Pay now"'],
    ["src/server.ts", "export const page = 2"],
    ["src/server2.ts", "export const another = 1"],
    ["node_modules/lit/package.json", '{ "name": "lit", "version": "3.0.1" }']
  ])("is older than what it shows once %s has changed", async (path, text) => {
    expect(await after({ [path]: text })).toEqual(older(path))
  })

  it.each([
    ["a comment in a script", { "src/amount.ts": `// Euros.\n${sources["src/amount.ts"]}` }],
    ["a comment in a style", { "src/look.css": `/* All of it. */\n${sources["src/look.css"]}` }],
    ["a type", { "src/server.ts": "export const page: number = 1\nexport type Page = 1" }],
    ["a line break", { "src/amount.ts": sources["src/amount.ts"].replace("\n", "\n\n") }],
    ["a test", { "src/server.test.ts": "export const tested = 1" }],
    ["a file that nobody imports", { "src/other.ts": "export const other = 1" }],
    ["the texts of another language", { "src/texts/ja.ts": 'export const ja = "支払"' }]
  ])("is still fresh after a change of %s", async (_, changes: Files) => {
    expect(await after(changes)).toEqual([])
  })

  it("names a new file that the page imports", async () => {
    const page = `import "./more.ts"\n${sources["src/page.ts"]}`
    expect(await after({ "src/page.ts": page, "src/more.ts": "document.title = 1" })).toEqual(
      older("src/more.ts, src/page.ts")
    )
  })

  it("must exist, and be the picture that was taken", async () => {
    expect(await after({ "docs/screenshots/pay.png": "another" })).toEqual([
      "docs/screenshots/pay.png is not the picture that `npm run pictures` took."
    ])
    expect(await olderThanShown(repository(), [{ ...pay, name: "shop" }])).toEqual([
      "docs/screenshots/shop.png is missing."
    ])
  })

  it("can't depend on a missing file", async () => {
    const gone: Picture = { ...pay, shown: { bundled: [], files: ["src/gone.ts"] } }
    await expect(writeLock(repository(), [gone])).rejects.toThrow("src/gone.ts")
  })
})

describe("a document", () => {
  const complaints = (changes: Files) => complaintsAboutDocuments(repository(changes), [pay])

  it("may show pictures of the list with an alt text, and pictures of other sites", () => {
    const elsewhere = "![Build](https://ci.example/badge.svg)\n"
    expect(complaints({ "docs/more.md": `${elsewhere}![Pay](screenshots/pay.png)` })).toEqual([])
  })

  it("shows no picture that is missing", () => {
    expect(complaints({ "docs/more.md": "One.\n\n![Shop](screenshots/shop.png)" })).toEqual([
      "docs/more.md:3 shows docs/screenshots/shop.png, which is missing."
    ])
  })

  it.each(["![](docs/screenshots/pay.png)", '<img src="docs/screenshots/pay.png" alt=" ">'])(
    "needs an alt text for each picture: not %s",
    (image) => {
      expect(complaints({ "README.md": image })).toEqual([
        "README.md:1 shows docs/screenshots/pay.png without an alt text."
      ])
    }
  )

  it("shows every picture, and every picture is in the list", () => {
    expect(complaints({ "docs/screenshots/old.png": "a picture" })).toEqual([
      "docs/screenshots/old.png is not shown in any document.",
      "docs/screenshots/old.png is not in the list of docs/src/pictures/pictures.ts."
    ])
  })
})

describe("the pictures of this repository", () => {
  it("are exactly the pictures that the program takes", () => {
    const alone = Object.keys({
      ...hostedPage,
      ...portal,
      ...ownLook,
      ...shop,
      ...apiDocs,
      ...operatorsConsole
    })
    const taken = [...alone, ...consolePageNames]
    expect(taken.toSorted()).toEqual(allPictures.map(({ name }) => name).toSorted())
  })

  it("show the hosted page, so they depend on its sources", async () => {
    const root = resolve(import.meta.dirname, "../../..")
    const [first] = allPictures
    const paths = Object.keys(await fingerprintReader(root).of(first ?? pay))
    expect(paths).toEqual(
      expect.arrayContaining([
        "examples/standalone-server/src/browser/payPage.css",
        "packages/checkout/src/elements/checkoutStyle.ts",
        "packages/checkout/src/frame/cardFieldsStyle.ts",
        "packages/checkout/src/texts/languages/en.ts",
        "node_modules/lit/package.json"
      ])
    )
    expect(paths).not.toContain("packages/checkout/src/texts/ja.ts")
  })
})
