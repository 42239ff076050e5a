import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls"
import { describe, expect, it, onTestFinished } from "vitest"
import { doctorOn } from "../../testing/examine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const { changed, examine, expectProblem, expectWarning } = doctorOn(store, folder)

describe("doctor on the receivers of webhooks", () => {
  /** Serves TLS with a new certificate of localhost, which ends after so many days. */
  const serve = async (days: number): Promise<{ readonly port: number; readonly cert: string }> => {
    const [keyFile = "", certFile = ""] = ["key", "cert"].map((kind) =>
      join(folder, `${days}.${kind}.pem`)
    )
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", `${days}`, ...subject]
    const files = ["-keyout", keyFile, "-out", certFile]
    execFileSync("openssl", ["req", ...made, ...files], { stdio: "ignore" })
    const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")]
    const http = createServer({ key, cert }, (socket) => socket.end())
    http.on("tlsClientError", () => undefined)
    await new Promise<void>((listening) => {
      http.listen(0, "127.0.0.1", listening)
    })
    onTestFinished(() => void http.close())
    return { port: (http.address() as AddressInfo).port, cert }
  }
  /** Trusts a certificate until the test ends. */
  const trust = (cert: string): void => {
    const before = getCACertificates("default")
    onTestFinished(() => setDefaultCACertificates(before))
    setDefaultCACertificates([...before, cert])
  }
  const receivedAt = (url: string): ReadonlyArray<string> => [
    "--database",
    changed((raw) =>
      raw.prepare("UPDATE webhook_endpoints SET doc = json_set(doc, '$[1].url', ?)").run(url)
    )
  ]

  it("finds a certificate that nobody trusts", async () => {
    const { port } = await serve(5)
    await expectProblem(
      "certificates",
      ["has a certificate that is not accepted", "Renew it"],
      receivedAt(`https://localhost:${port}/hooks`)
    )
  })

  it("finds a valid certificate that ends within two weeks", async () => {
    const { port, cert } = await serve(13)
    trust(cert)
    await expectWarning(
      "certificates",
      [`The certificate of localhost:${port} expires on`, "Renew it"],
      receivedAt(`https://localhost:${port}/hooks`)
    )
  })

  it("finds nothing wrong with a valid certificate that ends later", async () => {
    const { port, cert } = await serve(15)
    trust(cert)
    const { of } = await examine(receivedAt(`https://localhost:${port}/hooks`))
    expect(of("certificates")?.status).toBe("ok")
  })

  it("finds a receiver that does not answer", () =>
    expectWarning(
      "certificates",
      ["does not answer here", "Check the address"],
      receivedAt("https://localhost:9/hooks")
    ))
})
