import { expect, it } from "vitest"
import { readOptions } from "./options.ts"

it("the command line may be empty", () => {
  expect(readOptions([])).toEqual({
    port: 8080,
    host: "127.0.0.1",
    url: null,
    database: "payloom.db",
    files: null,
    ephemeral: false,
    json: false,
    stripe: null
  })
})

it("the command line says whether Stripe is charged, and in which of its modes", () => {
  expect(readOptions(["--stripe"])).toMatchObject({ stripe: "test" })
  expect(readOptions(["--stripe", "--live"])).toMatchObject({ stripe: "live" })
})

it.each([
  [["--ephemeral", "--database", "x.db"], "--ephemeral keeps nothing, so there is no --database"],
  [["--prot", "80"], "Unknown option '--prot'. Did you mean --port?"],
  [["payloom.db"], "Unexpected argument 'payloom.db'."],
  [["--port", "eighty"], '--port takes a number from 0 to 65535, but is "eighty".'],
  [["--port", "65536"], '--port takes a number from 0 to 65535, but is "65536".'],
  [["--port", "-1"], "Option '--port' argument is ambiguous."],
  [
    ["--url", "pay.example"],
    "--url takes an address without a path, such as https://pay.example, but is"
  ],
  [["--database", ""], "--database takes the name of a file, or an address."],
  [["--database", "postgres://:x:"], "--database takes an address such as postgres://"],
  [["--database", "mysql://db/shop"], "or an address that begins with postgres://."],
  [["--database", "postgres:/db/shop"], "or an address that begins with postgres://."],
  [["--files", ""], "--files takes what the names of files begin with."],
  [["--ephemeral", "--files", "x"], "--ephemeral keeps nothing, so there is no --files"],
  [["--live"], "--live takes --stripe: no money moves in the sandbox."],
  [["--host", ""], "--host takes an address such as 127.0.0.1."]
])("the command line %j is refused with one line and the usage", (args, complaint) => {
  const read = readOptions(args)
  expect(read).toEqual({
    complaint: expect.stringContaining(complaint),
    usage: expect.stringContaining("Usage: npm start -- [options]")
  })
  expect("complaint" in read && read.complaint).not.toContain("\n")
})

it.each(["-h", "--help"])("%s asks for the usage and is no mistake", (option) => {
  expect(readOptions([option])).toEqual({
    complaint: null,
    usage: expect.stringContaining("-h, --help")
  })
})
