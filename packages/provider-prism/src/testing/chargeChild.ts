import { createInterface } from "node:readline"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { chargeMessage } from "../chargeMessage.ts"
import { buildRequest, parseAnswer } from "../library/answerCalls.ts"
import { loadPrism } from "../library/loadPrism.ts"
import { secret } from "../library/PrismLibrary.ts"
import { workerLibrary } from "../library/workerLibrary.ts"
import { prism } from "../prism.ts"
import { processors } from "../processors/processors.ts"
import { relay, vaulted } from "./sources.ts"

/** The program of `measureCharges.ts` that charges. It runs on the library's system libraries. */
const [from = "", url = "", keys = "{}"] = process.argv.slice(2)
const account = JSON.parse(keys)
const processor = processors.checkout
const library = loadPrism(from)
let charges = 0

/** The least that a program with the bare library does: build, send once, read the answer. */
const bareCharge = async (): Promise<void> => {
  charges += 1
  const request = plainCharge({ reference: `bare_${charges}` })
  const card = {
    cardNumber: secret("4242424242424242"),
    cardExpMonth: secret("03"),
    cardExpYear: secret("2041"),
    cardCvc: secret("737")
  }
  const message = {
    ...chargeMessage(request, { asks: false, token: null, passes: false }),
    paymentMethod: { card }
  }
  const config = processor.config(account, `${url}/`, "EUR")
  const call = {
    flow: "authorize",
    message,
    processor: processor.id,
    config,
    environment: "test"
  } as const
  const { url: address, method, headers, body } = buildRequest(library, call)
  const response = await fetch(address, { method, headers: { ...headers }, body })
  const { status } = response
  const answer = { status, headers: Object.fromEntries(response.headers) }
  const parsed = parseAnswer(library, call, { ...answer, body: await response.text() })
  if (parsed.status !== "CHARGED") throw new Error(`The bare charge is ${parsed.status}.`)
}

const connector = prism({
  processor: "checkout",
  url,
  accountOf: () => account,
  relay,
  library: workerLibrary(from)
})
const source = await vaulted("4242424242424242")

const ownCharge = async (): Promise<void> => {
  charges += 1
  const request = plainCharge({ source, reference: `attempt_${charges}` })
  const { _tag } = await Effect.runPromise(connector.charge(request))
  if (_tag !== "Approved") throw new Error(`The connector's charge is ${_tag}.`)
}

const sides = { bare: bareCharge, own: ownCharge } as const

for await (const line of createInterface({ input: process.stdin })) {
  const { side, count, callers }: { side: "bare" | "own"; count: number; callers: number } =
    JSON.parse(line)
  let left = count
  const caller = async () => {
    while (left > 0) {
      left -= 1
      await sides[side]()
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  process.stdout.write("done\n")
}
