import type { Effect } from "effect"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { sleep, startedUntil, type Waiting } from "./calls.ts"
import { nameOf } from "./findings.ts"
import { kindsOf, ready } from "./modificationRules.ts"
import { chargeOf, modificationOf } from "./requests.ts"

/** Longer than an impatient connector waits, and short enough for the tests of many connectors. */
const usualMs = 3000

/** All calls are held at the same time, so the time passes only once. */
export const heldRule = (harness: ProviderHarness): ProviderRule => ({
  name: "a call that moves money has no timeout of the connector's own",
  run: async () => {
    const { provider, backend, faults, heldForMs = usualMs } = harness
    const begun: Array<Waiting> = []
    const hold = async (
      call: Effect.Effect<unknown>,
      asked: string,
      made: () => Promise<ReadonlyArray<unknown>>
    ) => {
      await faults.holdsAnswer()
      const named = `${asked}, held for ${heldForMs} ms,`
      begun.push(await startedUntil(call, named, async () => (await made()).length > 0))
    }
    try {
      const request = chargeOf(harness)
      await hold(provider.charge(request), nameOf(request), () =>
        backend.charges(request.reference)
      )
      for (const kind of kindsOf(harness)) {
        const order = modificationOf(kind, await ready(harness, kind))
        await hold(provider[kind](order), nameOf(order), () =>
          backend.modifications(kind, order.reference)
        )
      }
      await sleep(heldForMs)
    } finally {
      await Promise.all(begun.map(({ giveUp }) => giveUp()))
    }
    for (const { mustHaveWaited } of begun) mustHaveWaited()
  }
})
