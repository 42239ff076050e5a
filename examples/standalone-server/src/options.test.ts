import { expect, it } from "vitest"
import { readOptions } from "./options.ts"

it("the command line may be empty", () => {
  expect(readOptions([])).toEqual({
    port: 8080,
    host: "127.0.0.1",
    url: null,
    database: "payloom.db",
    postgres: false,
    files: null,
    ephemeral: false,
    json: false,
    metricsPort: null,
    stripe: null
  })
})

it("the command line chooses Stripe and its mode", () => {
  expect(readOptions(["--stripe"])).toMatchObject({ stripe: "test" })
  expect(readOptions(["--stripe", "--live"])).toMatchObject({ stripe: "live" })
})

it.each([
  [
    ["--ephemeral", "--database", "x.db"],
    "--ephemeral keeps nothing, so it can't be combined with --database"
  ],
  [["--prot", "80"], "Unknown option '--prot'. Did you mean --port?"],
  [["payloom.db"], "Unexpected argument 'payloom.db'."],
  [["--port", "eighty"], '--port must be a number from 0 to 65535, but is "eighty".'],
  [["--port", "65536"], '--port must be a number from 0 to 65535, but is "65536".'],
  [["--port", "-1"], "Option '--port' argument is ambiguous."],
  [
    ["--url", "pay.example"],
    "--url must be an address without a path, such as https://pay.example, but is"
  ],
  [["--database", ""], "--database must be a file or an address."],
  [["--database", "postgres://:x:"], "--database must be an address such as postgres://"],
  [["--database", "mysql://db/shop"], "or an address that begins with postgres://."],
  [["--database", "postgres:/db/shop"], "or an address that begins with postgres://."],
  [
    ["--postgres", "--database", "x.db"],
    "--postgres starts a server, so it can't be combined with --database."
  ],
  [["--files", ""], "--files must be the prefix of the files' names."],
  [
    ["--ephemeral", "--files", "x"],
    "--ephemeral keeps nothing, so it can't be combined with --files"
  ],
  [["--live"], "--live needs --stripe, because no money moves in the sandbox."],
  [["--host", ""], "--host must be an address such as 127.0.0.1."]
])("the command line %j is refused with one line and the usage", (args, complaint) => {
  const read = readOptions(args)
  expect(read).toEqual({
    complaint: expect.stringContaining(complaint),
    usage: expect.stringContaining("Usage: npm start -- [options]")
  })
  expect("complaint" in read && read.complaint).not.toContain("\n")
})

it.each(["-h", "--help"])("%s prints the usage without a complaint", (option) => {
  expect(readOptions([option])).toEqual({
    complaint: null,
    usage: expect.stringContaining("-h, --help")
  })
})
