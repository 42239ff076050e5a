import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { send } from "./testing/senders.ts"
import { startEndpoint, startTlsEndpoint } from "./testing/startEndpoint.ts"
import { webhookSender } from "./webhookSender.ts"

const program = fileURLToPath(new URL("testing/sendOnce.ts", import.meta.url))

/** Sends one webhook from another process. Returns the process's exit code. */
const sendFromProcess = async (port: number, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--no-warnings", program, `http://127.0.0.1:${port}/`],
    { stdio: "inherit", env: { ...process.env, ...env } }
  )
  onTestFinished(() => void child.kill())
  const [code] = await once(child, "exit")
  return code
}

describe("a process that sends webhooks", () => {
  it("is not kept running by idle connections", async () => {
    const endpoint = await startEndpoint()
    expect(await sendFromProcess(endpoint.port)).toBe(0)
    expect(endpoint.arrived.length).toBe(1)
  })

  it("ignores the proxy of its environment", async () => {
    const [endpoint, proxy] = [await startEndpoint(), await startEndpoint()]
    const address = `http://127.0.0.1:${proxy.port}`
    const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, http_proxy: address, NO_PROXY: "" }
    expect(await sendFromProcess(endpoint.port, env)).toBe(0)
    expect([endpoint.arrived.length, proxy.connections()]).toEqual([1, 0])
  })

  it("verifies certificates whatever its environment says", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
    onTestFinished(() => void vi.unstubAllEnvs())
    const endpoint = await startTlsEndpoint()
    const url = `https://127.0.0.1:${endpoint.port}/`
    expect(await send(webhookSender(), { url })).toMatchObject({ _tag: "Failed" })
    expect(endpoint.arrived).toEqual([])
  })
})
