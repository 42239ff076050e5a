import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import type { WebhookRequest, WebhookResponse, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"
import type { Lookup } from "../lookups.ts"
import { makeSender } from "../makeSender.ts"
import { shopCertificate } from "./shopCertificate.ts"

/** Sends a webhook whose details don't matter. */
export const send = (
  sender: WebhookSenderPort,
  request: Pick<WebhookRequest, "url"> & Partial<WebhookRequest>
): Promise<WebhookResponse> => Effect.runPromise(sendEffect(sender, request))

/** Returns the same as an Effect. */
export const sendEffect = (
  sender: WebhookSenderPort,
  request: Pick<WebhookRequest, "url"> & Partial<WebhookRequest>
): Effect.Effect<WebhookResponse> =>
  sender.send({ mode: "test", headers: {}, body: "{}", timeoutMs: 20_000, ...request })

/** A lookup with the names of a test. It counts the lookups of each name. */
export const namesOf = (answers: (host: string, nth: number) => ReadonlyArray<string>) => {
  const asked: Array<string> = []
  const lookup: Lookup = async (host) => {
    asked.push(host)
    return answers(host, asked.filter((other) => other === host).length)
  }
  return { asked, lookup }
}

/**
 * Returns a sender as in live mode, except that its connections go to this machine. It trusts the
 * certificate of shop.example, and lists the addresses to which it would have connected.
 */
export const divertedSender = (lookup: Lookup) => {
  const dialled: Array<string> = []
  const sender = makeSender({
    reaches: { live: "public", test: "near" },
    lookups: { public: lookup, near: lookup },
    connecting: (checked) => ({ lookup: diverted(checked, dialled), ca: shopCertificate.cert })
  })
  return { dialled, sender }
}

const here: ReadonlyArray<LookupAddress> = [{ address: "127.0.0.1", family: 4 }]

const diverted =
  (checked: LookupFunction, dialled: Array<string>): LookupFunction =>
  (host, options, callback) =>
    checked(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, addresses)
      dialled.push(...(addresses as Array<LookupAddress>).map(({ address }) => address))
      callback(null, [...here])
    })
