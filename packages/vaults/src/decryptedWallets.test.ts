import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import { startFakeStripe } from "@payloom/provider-stripe/testing"
import type { WalletCard } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import type { BasisTheoryWallet } from "./basis-theory/BasisTheoryOptions.ts"
import { basisTheory } from "./basis-theory/basisTheory.ts"
import { startFakeBasisTheory } from "./fake/index.ts"
import {
  openWalletShop,
  payByWallet,
  type WalletProviders,
  walletHostsOf
} from "./testing/openWalletShop.ts"
import { startOwnProcessor } from "./testing/startOwnProcessor.ts"

/** A card whose issuer Adyen can't reach. The other processor approves it. */
const unreachable: WalletCard = {
  number: "4000000001000035",
  expMonth: 3,
  expYear: 2041,
  cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
  eci: "05"
}

const approved: WalletCard = { ...unreachable, number: "4000056655665556" }

/** The source at the second processor. */
const sourceOf = ({ number, cryptogram, eci }: WalletCard, type: string) => ({
  type: "network_token",
  token: number,
  token_type: type,
  expiry_month: "03",
  expiry_year: "2041",
  cryptogram,
  eci
})

/** Starts fakes of Basis Theory and of three processors, and a shop that uses them. */
const openWorld = async (decryptedWallets: ReadonlyArray<BasisTheoryWallet>) => {
  const [fake, atStripe, atAdyen, own] = [
    await startFakeBasisTheory(),
    await startFakeStripe(),
    await startFakeAdyen(),
    await startOwnProcessor()
  ]
  const providers: WalletProviders = {
    stripe: { address: atStripe.address, account: atStripe.account() },
    adyen: { url: atAdyen.url, account: atAdyen.account() },
    own
  }
  const hosts = walletHostsOf(providers)
  const vault = basisTheory({
    ...fake.options,
    hosts,
    ...(decryptedWallets.length === 0 ? {} : { decryptedWallets })
  })
  const opened = await openWalletShop(vault, providers)
  onTestFinished(async () => {
    await opened.payloom.close()
    for (const { close } of [fake, atStripe, atAdyen, own]) await close()
  })
  const pay = (type: BasisTheoryWallet, card: WalletCard) =>
    payByWallet(opened, { type, payload: fake.encryptWallet(type, card) })
  return { fake, atStripe, atAdyen, own, pay, ...opened }
}

const wallets = ["apple_pay", "google_pay"] as const

describe.each([
  ["apple_pay", "applepay"],
  ["google_pay", "googlepay"]
] as const)("one payload of %s that Basis Theory decrypts", (wallet, name) => {
  it("is charged at the next processor after a soft decline", async () => {
    const { atStripe, atAdyen, own, pay } = await openWorld(wallets)
    const { status, attempts } = await pay(wallet, unreachable)
    expect(status).toBe("succeeded")
    expect(attempts).toMatchObject([
      { provider: "adyen", status: "declined", rawCode: "9", usedDecryptedWallet: true },
      { provider: "own_processor", status: "captured", usedDecryptedWallet: true }
    ])
    const verdicts = attempts[0]?.candidates.map(({ verdict }) => verdict)
    expect(verdicts).toEqual(["source_not_chargeable", "usable", "usable"])
    expect(atAdyen.allPayments()).toMatchObject([
      { status: "refused", card: { number: unreachable.number } }
    ])
    expect(own.sources()).toEqual([sourceOf(unreachable, name)])
    expect(atStripe.allPayments()).toEqual([])
  })

  it("is charged at the next processor if the first request was not sent", async () => {
    const { fake, atAdyen, own, pay } = await openWorld(wallets)
    fake.refuseToRelay(401)
    const { status, attempts } = await pay(wallet, approved)
    expect(status).toBe("succeeded")
    expect(attempts.map((attempt) => attempt.status)).toEqual(["failed", "captured"])
    expect(atAdyen.allPayments()).toEqual([])
    expect(own.sources()).toEqual([sourceOf(approved, name)])
  })

  it("is charged once if the answer is lost, and stays in the vault until that is known", async () => {
    const { fake, payloom, atAdyen, own, pay } = await openWorld(wallets)
    atAdyen.faults.next({ _tag: "drops_after" }, "charge")
    expect((await pay(wallet, approved)).status).toBe("processing")
    while ((await payloom.runDue()) > 0);
    expect(atAdyen.allPayments()).toHaveLength(1)
    expect(own.sources()).toEqual([])
    expect(fake.wallets()).toMatchObject([{ status: "active" }])
  })

  it("is deleted from the vault after the payment", async () => {
    const { fake, payloom, pay } = await openWorld(wallets)
    await pay(wallet, unreachable)
    while ((await payloom.runDue()) > 0);
    expect(fake.wallets()).toMatchObject([{ kind: wallet, status: "deleted" }])
  })

  it("is refused if it was encrypted for another key", async () => {
    const { atAdyen, own, payloom, shop } = await openWorld(wallets)
    const other = await startFakeBasisTheory()
    onTestFinished(other.close)
    const payload = other.encryptWallet(wallet, approved)
    const paying = payByWallet({ payloom, shop }, { type: wallet, payload })
    await expect(paying).rejects.toMatchObject({ param: "wallet.payload" })
    expect([atAdyen.allPayments(), own.sources()]).toEqual([[], []])
  })

  it("goes to Adyen as it is if the vault doesn't decrypt it", async () => {
    const { fake, atAdyen, own, pay } = await openWorld([])
    const { attempts } = await pay(wallet, approved)
    expect(attempts.at(-1)).toMatchObject({ usedDecryptedWallet: false })
    expect(fake.wallets()).toEqual([])
    expect(own.sources()).toEqual([])
    expect(JSON.stringify(atAdyen.allPayments())).not.toContain(approved.number)
  })
})
