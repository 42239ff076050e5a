import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "@payloom/example-kit/freePort"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { standInAdyen } from "./testing/standInAdyen.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const guide = readFileSync(join(root, "docs/connectors/adyen.md"), "utf8")

/** Returns the content of a file in the guide: the block after the step that names the file. */
const fileOf = (name: string, language: string): string => {
  const [, step = ""] = guide.split(`\`${name}\`.`)
  const [, block = ""] = new RegExp(`\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(step) ?? []
  return block
}

/** Replaces parts of a text. Each part must exist. */
const replaced = (text: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((made, [part, other]) => {
    expect(made).toContain(part)
    return made.replaceAll(part, other)
  }, text)

/** Serves the stand-in for Adyen Web and returns its address. */
const serveStandIn = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const isScript = request.url?.endsWith(".js") === true
    response.setHeader("content-type", isScript ? "text/javascript" : "text/css")
    response.end(isScript ? standInAdyen : "")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/adyen`
}

describe.skipIf(chromiumPath === null)("the guide to Adyen, followed step by step", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** Writes the guide's files to an empty folder, with a fake and a stand-in instead of Adyen. */
  const followGuide = async () => {
    const fake = await startFakeAdyen()
    onTestFinished(fake.close)
    const port = String(await freePort("127.0.0.1"))
    const folder = mkdtempSync(join(tmpdir(), "payloom-guide-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    const server = replaced(fileOf("server.ts", "ts"), {
      "8080": port,
      "https://checkoutshopper-test.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen":
        await serveStandIn(),
      "const adyenAccounts = {": `const adyenAccounts = { baseUrl: "${fake.url}",`
    })
    writeFileSync(join(folder, "server.ts"), server)
    writeFileSync(join(folder, "page.js"), fileOf("page.js", "js"))
    const command = "npx esbuild page.js --bundle --outfile=page.bundle.js"
    expect(guide).toContain(command)
    const words = [...command.split(" ").slice(1), "--conditions=source"]
    execFileSync("npx", words, { cwd: folder, stdio: "ignore" })
    const { apiKey, clientKey, merchantAccount } = fake.account("ShopTest")
    const running = spawn(process.execPath, ["--conditions=source", "server.ts"], {
      cwd: folder,
      env: {
        ...process.env,
        ADYEN_MERCHANT_ACCOUNT: merchantAccount,
        ADYEN_API_KEY: apiKey,
        ADYEN_CLIENT_KEY: clientKey ?? ""
      }
    })
    onTestFinished(async () => {
      running.kill()
      await once(running, "exit")
    })
    let said = ""
    for await (const text of running.stdout) {
      said += text
      if (said.includes("\n")) break
    }
    return { fake, said, url: `http://localhost:${port}` }
  }

  it("takes a payment after the payer's challenge", async () => {
    const { fake, said, url } = await followGuide()
    expect(said).toMatch(new RegExp(`^Pay at ${url}\\. .* go to ${url}/providers/mid_\\w+/not`))
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const paid = () => fake.allPayments("ShopTest").at(-1)
    await page.exposeFunction("answerPayer", (approves: boolean) =>
      fake.payerAnswers(paid()?.reference ?? "", approves)
    )
    await page.goto(url)
    await page.getByLabel("Card number").fill("4212 3456 7891 0006")
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByRole("button", { name: "Approve" }).click()
    await page.getByText("Payment successful").waitFor()
    expect(paid()?.captured).toBe(1250)
  })
})
