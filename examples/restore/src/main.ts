import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { runTrial } from "@payloom/example-kit/runTrial"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { sandboxBank, stripeBank } from "./banks.ts"
import { loseAndRestore, type TrialResult } from "./loseAndRestore.ts"

const values = givenOptions({
  kills: { type: "string", default: "2" },
  seconds: { type: "string", default: "2" },
  json: { type: "boolean", default: false }
})

const kills = wholeNumber("kills", values.kills, { most: 100 })
const shopMs = wholeNumber("seconds", values.seconds, { most: 600 }) * 1000

const results = await runTrial("restore", values.json, async ({ folder }) => {
  const trial = async (
    name: string,
    openBank: Parameters<typeof loseAndRestore>[0]["openBank"]
  ): Promise<TrialResult> => {
    const own = join(folder, name)
    mkdirSync(own)
    return loseAndRestore({ folder: own, openBank, kills, shopMs })
  }
  const atSandbox = await trial("sandbox", async () => sandboxBank(join(folder, "sandbox")))
  const atStripe = await trial("stripe", (clock) => stripeBank(clock.now))
  return { atSandbox, atStripe }
})
const findings = Object.values(results).flatMap((each) => each.findings)
process.exitCode = findings.length === 0 ? 0 : 1
