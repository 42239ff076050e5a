import { randomUUID } from "node:crypto"
import { serveNode } from "@payloom/adapter-http/node"
import {
  type ChargeRequest,
  type PayerReturn,
  Payloom,
  type PaymentProvider,
  type ResumeRequest
} from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { freePort } from "@payloom/example-kit/freePort"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"
import { memory, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { html } from "hono/html"

/** A shop in this process. Its one provider needs the data of the payer's return. */
export interface ReturnShop {
  /** Returns the page of a new session of 12.50 EUR. */
  readonly addressOf: () => Promise<string>
  /** The charge requests to the provider. */
  readonly requests: Array<ChargeRequest>
  /** The return data that the provider got. */
  readonly returned: Array<PayerReturn | null>
  /** Returns the number of charges at the bank in the last session. */
  readonly charged: () => Promise<number>
  readonly close: () => Promise<void>
}

export const openReturnShop = async (): Promise<ReturnShop> => {
  const port = await freePort("127.0.0.1")
  const url = `http://127.0.0.1:${port}`
  const box = sandbox({ ...pagesAt(url), providers: [{ payerResult: "return_data" }] })
  const requests: Array<ChargeRequest> = []
  const returned: Array<PayerReturn | null> = []
  const { provider } = box
  const heard: PaymentProvider = {
    ...provider,
    charge: (request) => {
      requests.push(request)
      return provider.charge(request)
    },
    resume: (request: ResumeRequest) => {
      returned.push(request.returned)
      return provider.resume?.(request) ?? Effect.die("the provider needs resume")
    },
    // Otherwise the bank's notification would arrive before the payer.
    readNotification: () => Effect.succeedNone
  }
  const payloom = await Payloom.make({ ...box.setup, providers: [heard], storage: memory() })
  const shop = await box.openShop(payloom, {
    returnOrigins: [url],
    accounts: { primary: "sandbox_primary" }
  })
  const { secret: key } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const assets = await bundle({
    ...sandboxSources,
    script: new URL("../browser/payPage.ts", import.meta.url)
  })
  const pages = sandboxPages({ box, payloom, merchant: shop, assets: async () => assets })
  pages.get("/shop", (context) =>
    context.html(
      html`<!doctype html>
<title>Shop</title>
<main></main>
<script src=${assets.script.path}></script>`
    )
  )
  const serving = await serveNode(payloom, { port, host: "127.0.0.1", pages })
  let session = ""
  return {
    requests,
    returned,
    addressOf: async () => {
      const made = await shop.checkout.create(
        { amount: 1250n, currency: "EUR" },
        { idempotencyKey: randomUUID() }
      )
      session = made.id
      return `${url}/shop#token=${made.sessionToken}&key=${key}`
    },
    charged: async () => {
      const { payment } = await shop.checkout.retrieve(session)
      const attempts = payment === null ? [] : (await shop.payments.listAttempts(payment)).data
      const times = attempts.map(({ id }) => Effect.runPromise(box.bank.timesCharged(id)))
      return (await Promise.all(times)).reduce((sum, count) => sum + count, 0)
    },
    close: serving.close
  }
}
