import {
  importFromStripe,
  type StripeConnection,
  type StripeImport
} from "@payloom/provider-stripe/import"
import type { ContextOf, Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { confirm } from "../../command/confirm.ts"
import { UsageError } from "../../command/UsageError.ts"
import type { Output } from "../../output/Output.ts"
import { progressBar } from "../../output/progressBar.ts"
import { fileAt } from "../../target/fileAt.ts"
import { countsOutput, planOutput, statusOutput, verifyOutput } from "./importOutput.ts"

interface Given {
  readonly step: string
  readonly credentials: string | undefined
  readonly from: string | undefined
  readonly stripeUrl: string | undefined
  readonly rate: number
  readonly yes: boolean
}

/** Runs one step of a move from Stripe. */
export const importStripe: Run<Given, "database"> = async (given, context) => {
  const { target, terminal, json, signal } = context
  const { merchant, scope } = await target.account()
  if (given.from !== undefined && given.step !== "plan" && given.step !== "copy") {
    throw new UsageError(`--from has exported lists, which ${given.step} can't use: leave it out.`)
  }
  const question = questions[given.step]
  if (question !== undefined && !given.yes && !(await confirm(terminal, question))) {
    throw new CommandFailed("not_confirmed", "Nothing was changed.")
  }
  const mid = await chargingMid(context, given)
  const bar = progressBar(terminal, !json)
  const move = importFromStripe({
    merchant,
    from:
      given.from === undefined
        ? connectionOf(given, terminal.env, scope.mode)
        : { folder: fileAt(terminal, given.from) },
    provider: mid.provider,
    credentials: mid.credentials,
    signal,
    onProgress: ({ list, seen }) => bar.show(0, `${list}: ${seen}`)
  })
  try {
    return await steps(move)[given.step as Step]()
  } finally {
    bar.end()
  }
}

type Step = "plan" | "copy" | "cards" | "freeze" | "takeover" | "verify" | "status" | "back"

const steps = (move: StripeImport): Readonly<Record<Step, () => Promise<Output>>> => ({
  plan: async () => planOutput(move.plan()),
  copy: async () => countsOutput("Copied", await move.copy()),
  cards: async () => countsOutput("Copied", await move.copyCards()),
  freeze: async () => countsOutput("Frozen at Stripe", await move.freeze()),
  takeover: async () => countsOutput("Taken over", await move.takeOver()),
  verify: async () => verifyOutput(await move.verify()),
  status: async () => statusOutput(await move.status()),
  back: async () => countsOutput("Given back", await move.giveBack())
})

const questions: Readonly<Record<string, string>> = {
  freeze: "Stripe stops billing the subscriptions that can be brought over. Continue?",
  takeover: "This deployment bills the frozen subscriptions from now on. Continue?",
  back: "Stripe bills again what was not charged here. Continue?"
}

/** Returns the merchant account that charges the cards: the named one, or the only one. */
const chargingMid = async (
  { target }: ContextOf["database"],
  { credentials }: Given
): Promise<{ readonly provider: string; readonly credentials: string }> => {
  const { merchant } = await target.account()
  const mids = (await merchant.routing.listMids()).filter(
    (mid) => mid.provider.includes("stripe") || mid.credentials === credentials
  )
  const named =
    credentials === undefined ? mids : mids.filter((mid) => mid.credentials === credentials)
  const all = [...new Set(named.map((mid) => mid.credentials))]
  const some = all.slice(0, 5).join(", ")
  const [first] = named
  if (first !== undefined && all.length === 1) return first
  throw new UsageError(
    first === undefined
      ? "There is no merchant account at Stripe in this mode: create it first, or name its " +
          "--credentials."
      : `Several merchant accounts are at Stripe: name --credentials (${some}).`
  )
}

const connectionOf = (
  { stripeUrl, rate }: Given,
  env: Readonly<Record<string, string | undefined>>,
  mode: string
): StripeConnection => {
  const apiKey = env.STRIPE_SECRET_KEY ?? ""
  if (apiKey === "") {
    throw new UsageError(
      "STRIPE_SECRET_KEY is missing: set it to the account's secret key or a restricted key."
    )
  }
  if (apiKey.split("_")[1] !== mode) {
    throw new UsageError(`STRIPE_SECRET_KEY is not a ${mode} key: --mode names the mode.`)
  }
  if (stripeUrl === undefined) return { apiKey, callsPerSecond: rate }
  if (!URL.canParse(stripeUrl)) throw new UsageError("--stripe-url must be a URL.")
  const { hostname, port, protocol } = new URL(stripeUrl)
  return {
    apiKey,
    callsPerSecond: rate,
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port === "" ? {} : { port })
  }
}
