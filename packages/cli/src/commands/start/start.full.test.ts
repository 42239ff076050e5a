import { once } from "node:events"
import { statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Interrupts } from "../../command/Interrupts.ts"
import { runLine } from "../../testing/runLine.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()

/** Starts a server, uses it and stops it. Resolves to what it printed. */
const started = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  use: (printed: string) => Promise<void>
) => {
  const interrupts = new Interrupts()
  let printed = ""
  const running = runLine(["start", "--port", "0", ...args], {
    cwd: folder,
    env,
    interrupts,
    onWrite: (text) => {
      printed += text
    }
  })
  while (!printed.includes("\n")) await new Promise((resume) => setTimeout(resume, 20))
  try {
    await use(printed)
  } finally {
    interrupts.interrupt()
  }
  expect((await running).code).toBe(130)
}

const statusOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers: { connection: "close", ...headers } })
  await answer.text()
  return answer.status
}

const signIn = async (url: string, name: string, password: string) =>
  statusOf(url, { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` })

describe("the console of payloom start", () => {
  it("takes the printed password, which the next start keeps, and nothing else", async () => {
    let first = ""
    for (let nth = 0; nth < 2; nth++) {
      await started([], {}, async (printed) => {
        const [, url = ""] = /^Console +(\S+)$/m.exec(printed) ?? []
        const [, password = ""] = /^ +password +(\S+)$/m.exec(printed) ?? []
        expect(await signIn(url, "Zoë", password)).toBe(200)
        expect(await signIn(url, "Ada", "")).toBe(401)
        expect(await statusOf(url)).toBe(401)
        expect(await statusOf(`${url}/api/me`)).toBe(401)
        first ||= password
        expect(password).toBe(first)
      })
    }
    expect(statSync(join(folder, "payloom.db.console")).mode & 0o077).toBe(0)
  })

  it("is not served to other machines without PAYLOOM_CONSOLE_PASSWORD", async () => {
    await started(["--host", "0.0.0.0"], {}, async (printed) => {
      expect(printed).toContain("not served, because other machines can reach this server")
      const url = /:\d+$/m.exec(printed)?.[0] ?? ""
      const answer = await fetch(`http://127.0.0.1${url}/console`)
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain("Set PAYLOOM_CONSOLE_PASSWORD")
    })
    const env = { PAYLOOM_CONSOLE_PASSWORD: "a password of the console" }
    await started(["--host", "0.0.0.0"], env, async (printed) => {
      const port = /:\d+$/m.exec(printed)?.[0] ?? ""
      expect(printed).not.toContain(env.PAYLOOM_CONSOLE_PASSWORD)
      const url = `http://127.0.0.1${port}/console`
      expect(await signIn(url, "Ada", env.PAYLOOM_CONSOLE_PASSWORD)).toBe(200)
    })
  })

  it("is refused with a password that is too short, also in the file", async () => {
    const start = ["start", "--port", "0", "--database", "short.db"]
    const env = { PAYLOOM_CONSOLE_PASSWORD: "short" }
    expect(await runLine(start, { cwd: folder, env })).toMatchObject({
      code: 2,
      stderr: "PAYLOOM_CONSOLE_PASSWORD must have at least 16 characters.\n"
    })
    writeFileSync(join(folder, "short.db.console"), "")
    const { code, stderr } = await runLine(start, { cwd: folder })
    expect(code).toBe(1)
    expect(stderr).toMatch(/short.db.console must have a password of at least 16 .* delete/)
  })
})

describe("payloom start", () => {
  it("says so if another program listens on the port", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as { readonly port: number }
    const { code, stderr } = await runLine(["start", "--port", `${port}`], { cwd: folder })
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(`Another program listens on port ${port}: choose another with --port.\n`)
  })

  it("says so if the address is not one of this machine", async () => {
    const { code, stderr } = await runLine(["start", "--port", "0", "--host", "192.0.2.1"], {
      cwd: folder
    })
    expect(code).toBe(1)
    expect(stderr).toBe("192.0.2.1 is no address of this machine: correct --host.\n")
  })
})

describe("the page of the API of payloom start", () => {
  it("is at /docs, with the document of the server, without a password", async () => {
    await started([], {}, async (printed) => {
      const [, url = ""] = /^API +(\S+)$/m.exec(printed) ?? []
      const headers = { connection: "close" }
      const page = await fetch(url, { headers })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain("<title>")
      const document = await fetch(`${url}/openapi.json`, { headers })
      const { paths } = (await document.json()) as { readonly paths: object }
      expect(Object.keys(paths)).toContain("/payments")
    })
  })
})
