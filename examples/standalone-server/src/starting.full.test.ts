import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:net"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, endOnce, runServer, runToEnd, temporaryFolder } from "./testing/runServer.ts"

afterAll(cleanUp)

/** Returns the files of a folder with their contents. */
const contents = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    text: entry.isFile() ? readFileSync(join(folder, entry.name), "latin1") : null
  }))

const onAnyPort = ["--port", "0", "--json"]

/** Runs a start that must fail. Returns its one line, and checks that the folder is unchanged. */
const refusalOf = async (
  folder: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  as: { readonly uid?: number } = {}
) => {
  const before = contents(folder)
  const { code, stdout, stderr } = await runToEnd([...onAnyPort, ...args], env, as)
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(contents(folder)).toEqual(before)
  const lines = stderr.split("\n")
  expect(lines).toHaveLength(2)
  return lines[0]
}

/** Creates a deployment that ran before. */
const usedDatabase = async () => {
  const database = join(temporaryFolder(), "payloom.db")
  const server = await runServer(["--database", database])
  await server.stop()
  return database
}

describe.concurrent("a server that can't start prints the reason in one line, and leaves nothing behind", () => {
  it("if another program listens on its port", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const port = typeof address === "object" ? address?.port : 0
    const folder = temporaryFolder()
    const args = ["--port", `${port}`, "--database", join(folder, "payloom.db")]
    expect(await refusalOf(folder, args)).toBe(
      `Can't listen on 127.0.0.1:${port}: another program listens there (EADDRINUSE). ` +
        "Choose another port with --port."
    )
    const ephemeral = await refusalOf(folder, ["--port", `${port}`, "--ephemeral"], {
      TMPDIR: folder
    })
    expect(ephemeral).toContain("EADDRINUSE")
    other.close()
  })

  it("if this machine doesn't have the address", async () => {
    const folder = temporaryFolder()
    const args = ["--host", "192.0.2.1", "--database", join(folder, "payloom.db")]
    expect(await refusalOf(folder, args)).toContain("192.0.2.1")
  })

  it("if the database's folder is missing", async () => {
    const folder = temporaryFolder()
    const database = join(folder, "nowhere", "payloom.db")
    const missing =
      `The database ${database} can't be created: ` + `the folder ${folder}/nowhere doesn't exist.`
    // The secret is given, so no secret is created. The folder must not be created either.
    const env = { PAYLOOM_SECRET: "x".repeat(40) }
    expect(await refusalOf(folder, ["--database", database], env)).toBe(missing)
  })

  it("if the database's folder is a file", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "file"), "")
    const database = join(folder, "file", "payloom.db")
    expect(await refusalOf(folder, ["--database", database])).toBe(
      `The database ${database} can't be created: ${join(folder, "file")} is not a folder.`
    )
  })

  it("if the database's folder is not writable", async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    const database = join(folder, "payloom.db")
    // The superuser can write to every folder.
    const as = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    expect(await refusalOf(folder, ["--database", database], {}, as)).toBe(
      `The database ${database} can't be used: its folder is not writable (EACCES).`
    )
  })

  it("if the database is a folder", async () => {
    const folder = temporaryFolder()
    const database = join(folder, "payloom.db")
    mkdirSync(database)
    expect(await refusalOf(folder, ["--database", database])).toBe(
      `The database ${database} was not opened: it is a folder, not a file.`
    )
  })

  it("if the file is no database, or belongs to another program", async () => {
    const folder = temporaryFolder()
    const text = join(folder, "notes.txt")
    writeFileSync(text, "Buy milk. ".repeat(2_000))
    expect(await refusalOf(folder, ["--database", text])).toBe(
      `The database ${text} was not opened: the file is not a SQLite database.`
    )
    const foreign = join(folder, "history.db")
    new DatabaseSync(foreign).exec("CREATE TABLE visits (url)")
    expect(await refusalOf(folder, ["--database", foreign])).toBe(
      `The database ${foreign} was not opened: it has tables of another program (visits).`
    )
  })

  it("if no PostgreSQL server answers, without the password", async () => {
    const folder = temporaryFolder()
    const args = ["--database", "postgres://me:sesame@127.0.0.1:1/shop", "--files"]
    expect(await refusalOf(folder, [...args, join(folder, "payloom")])).toBe(
      "The database shop at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1)."
    )
  })

  it("if the secret of its database is wrong or missing", async () => {
    const database = await usedDatabase()
    const folder = dirname(database)
    const args = ["--database", database]
    const secret = "another secret of more than 32 characters"
    const mismatch = await refusalOf(folder, args, { PAYLOOM_SECRET: secret })
    expect(mismatch).toMatch(/payloom\.db: The storage was first used with another secret: start/)
    expect(mismatch).not.toContain(secret)
    rmSync(`${database}.secret`)
    const gone = await refusalOf(folder, args)
    expect(gone).toContain(`The secret of ${database} is missing.`)
  })

  it.skipIf(!hasPostgres)(
    "if the secret of a PostgreSQL database or its folder is missing",
    async () => {
      const postgres = await startPostgres()
      try {
        const folder = temporaryFolder()
        const args = ["--database", postgres.address, "--files"]
        const files = join(folder, "payloom")
        const nowhere = join(folder, "nowhere", "payloom")
        const missing = await refusalOf(folder, [...args, nowhere])
        expect(missing).toBe(
          `The files ${nowhere} can't be created: the folder ${folder}/nowhere doesn't exist.`
        )
        const server = await runServer([...args, files])
        await server.stop()
        const secret = "another secret of more than 32 characters"
        const mismatch = await refusalOf(folder, [...args, files], { PAYLOOM_SECRET: secret })
        expect(mismatch).toMatch(/^postgres at 127\.0\.0\.1:\d+: The storage was first used with/)
        rmSync(`${files}.secret`)
        const gone = await refusalOf(folder, [...args, files])
        expect(gone).toMatch(/^The secret of postgres at 127\.0\.0\.1:\d+ is missing/)
      } finally {
        await postgres.stop()
      }
    }
  )

  it("if the file of its keys is damaged", async () => {
    const database = await usedDatabase()
    writeFileSync(`${database}.sandbox.json`, "{")
    const { code, stderr } = await runToEnd([...onAnyPort, "--database", database])
    expect(code).toBe(1)
    expect(stderr).toContain(`${basename(database)}.sandbox.json is damaged.`)
  })
})

describe.concurrent("the command line", () => {
  it("is refused with 2, one line and the usage if it is wrong", async () => {
    const { code, stdout, stderr } = await runToEnd(["--ephemeral", "--database", "x.db"])
    expect(code).toBe(2)
    expect(stderr).toBe("--ephemeral keeps nothing, so it can't be combined with --database.\n")
    expect(stdout).toContain("Usage: npm start -- [options]")
    expect(existsSync("x.db")).toBe(false)
  })

  it("is answered with the usage and 0 if it asks for help", async () => {
    const { code, stdout, stderr } = await runToEnd(["-h"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^Usage: npm start -- \[options\]\n/)
  })
})

describe.skipIf(!hasPostgres)("a server with --postgres", () => {
  it("starts PostgreSQL, and has its payments again the next time", async () => {
    const folder = temporaryFolder()
    // The user that runs PostgreSQL may go through it.
    chmodSync(folder, 0o755)
    const args = ["--postgres", "--files", join(folder, "try")]
    const first = await runServer(args)
    const paid = await first.pay("approved")
    expect(paid.json.status).toBe("succeeded")
    await first.stop()
    const second = await runServer(args)
    const again = await second.get(`/payments/${paid.json.id}`)
    expect(again.json.status).toBe("succeeded")
    await second.stop()
    expect(existsSync(join(folder, "try.data", "PG_VERSION"))).toBe(true)
  })

  it("leaves nothing behind if it is ephemeral", async () => {
    const folder = temporaryFolder()
    const server = await runServer(["--postgres", "--ephemeral"], { TMPDIR: folder })
    await server.stop()
    expect(contents(folder)).toEqual([])
  })
})

describe.concurrent("an ephemeral server that is stopped while it starts", () => {
  it("leaves nothing behind, and exits with 0", async () => {
    const folder = temporaryFolder()
    const isBegun = () => contents(folder).length > 0
    const { code, stdout } = await endOnce("SIGTERM", ["--ephemeral"], { TMPDIR: folder }, isBegun)
    expect({ code, stdout, left: contents(folder) }).toEqual({ code: 0, stdout: "", left: [] })
  })
})
