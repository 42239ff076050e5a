import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { fillAccount } from "./account.ts"
import type { StripeOrder, StripeReport, StripeSetup } from "./messages.ts"
import { timeOf } from "./trialClock.ts"

/** Sends a message to the trial. */
const tell = (report: StripeReport): void => void process.send?.(report)

const setup = JSON.parse(process.argv[2] ?? "{}") as StripeSetup
let clock = { ...setup.clock, realStart: Date.now(), rate: 0 }
const fake = await startFakeStripe({ now: () => timeOf(clock) })
fillAccount(fake, setup.subscriptions, clock.start)
const begun = process.cpuUsage()
tell({ _tag: "Listens", url: fake.url, apiKey: fake.account().apiKey })

process.on("message", (order: StripeOrder) => {
  switch (order._tag) {
    case "Run":
      clock = order.clock
      return tell({ _tag: "Runs" })
    case "Bill": {
      // Every subscription is billed up to this time, and nothing after it.
      clock = { start: order.until, realStart: 0, rate: 0 }
      const charges = [...fake.billing.all()].map(
        ({ id, price, billed, anchor, trialEnd, isPaused }) => ({
          id,
          interval: price.interval,
          anchor,
          trialEnd,
          isPaused,
          billed: [...billed]
        })
      )
      return tell({ _tag: "Billed", charges })
    }
    case "Use": {
      const { user, system } = process.cpuUsage(begun)
      return tell({ _tag: "Used", cpuMs: (user + system) / 1000 })
    }
    case "Stop":
      void fake.close().then(() => process.exit(0))
  }
})
