import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { MarksPurpose } from "@payloom/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sandbox } from "./sandbox.ts"

const box = sandbox()
const server = createServer((request, response) => void request.pipe(response))
let echo = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  echo = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => void server.close())

const marks = async (purpose?: MarksPurpose) => {
  const scope = { tenant: "tenant_1", mode: "test" } as never
  const ciphertext = await box.encryptCard({ card: "approved", expMonth: 3, expYear: 2041 })
  const fingerprintKey = new Uint8Array(32).fill(1)
  const { vaultReference } = await Effect.runPromise(
    box.vault.store({ scope, ciphertext, fingerprintKey })
  )
  return box.relay.marksOf(vaultReference, purpose)
}

const sent = async (body: string): Promise<string> =>
  (await box.relay.fetch(echo, { method: "POST", body })).text()

describe("the relay of the sandbox's vault", () => {
  it("sends card details in place of their placeholders, in JSON and in forms", async () => {
    const { number, expiryMonth, expiryYear } = await marks()
    const json = await sent(JSON.stringify({ number, expiryMonth, expiryYear }))
    expect(JSON.parse(json)).toEqual({
      number: "4242424242424242",
      expiryMonth: "03",
      expiryYear: "2041"
    })
    const form = await sent(`a=b&number=${encodeURIComponent(number)}`)
    expect(form).toBe("a=b&number=4242424242424242")
  })

  it("has no placeholder that shows the number, and none for a security code", async () => {
    const { securityCode, holderName, ...rest } = await marks()
    expect([securityCode, holderName]).toEqual([null, null])
    expect(JSON.stringify(rest)).not.toContain("4242")
  })

  it("sends the details of a network token, with a cryptogram if one was requested", async () => {
    const { networkToken } = await marks({ networkToken: "with_cryptogram" })
    expect(JSON.parse(await sent(JSON.stringify(networkToken)))).toEqual({
      number: "9242424242424242",
      expiryMonth: "03",
      expiryYear: "2043",
      cryptogram: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      eci: "07",
      brand: "visa"
    })
    const plain = await marks({ networkToken: "without_cryptogram" })
    expect(plain.networkToken?.cryptogram).toBe(null)
    expect((await marks()).networkToken).toBe(undefined)
  })

  it("sends the details of a decrypted wallet, with its cryptogram", async () => {
    const { vault, relay, walletPayload } = sandbox({ decryptedWallets: true })
    const storing = vault.storeWallet?.({
      scope: { tenant: "tenant_1", mode: "test" } as never,
      wallet: "sandbox_wallet",
      payload: walletPayload("approved"),
      fingerprintKey: new Uint8Array(32)
    })
    const { vaultReference } = await Effect.runPromise(storing ?? Effect.die("no function"))
    const { number, wallet } = await relay.marksOf(vaultReference)
    expect(JSON.parse(await sent(JSON.stringify({ number, ...wallet })))).toEqual({
      number: "4242424242424242",
      cryptogram: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      eci: "05"
    })
    expect(await marks()).not.toHaveProperty("wallet")
  })

  it("sends nothing if a placeholder names a card that the vault doesn't know", async () => {
    await expect(sent("~card_number.nothing~")).rejects.toThrow("The vault has no card")
    const { number } = await marks()
    await expect(sent(number.replace("number", "holder"))).rejects.toThrow("The vault has no card")
  })
})
