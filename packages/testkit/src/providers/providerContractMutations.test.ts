import type {
  ChargeLookup,
  ChargeOutcome,
  ModificationQuery,
  PaymentProvider,
  ProviderNotice,
  RawNotification
} from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { sandboxSecret } from "../sandbox/sandbox.ts"
import { voiceOf } from "../sandbox/sandboxNotifications.ts"
import { signed } from "../sandbox/signedNotification.ts"
import type { ProviderHarness } from "./ProviderHarness.ts"
import { providerContract } from "./providerContract.ts"
import { type SandboxShape, sandboxHarness, sandboxShapes } from "./testing/sandboxHarness.ts"

type Break = (provider: PaymentProvider, harness: ProviderHarness) => Partial<PaymentProvider>

interface Mutation {
  readonly breaks: Break
  /** Everything, where nothing is said. */
  readonly of?: SandboxShape
}

const everything = "that can do everything"
const never = Number.MAX_SAFE_INTEGER
const kinds = ["capture", "void", "refund"] as const
type Kind = ModificationQuery["kind"]

/** Answers otherwise than the sandbox to charges. */
const answering =
  (change: (outcome: ChargeOutcome) => ChargeOutcome): Break =>
  ({ charge }) => ({ charge: (request) => Effect.map(charge(request), change) })

/** Finds otherwise than the sandbox. */
const finding =
  (change: (found: ChargeLookup) => ChargeLookup): Break =>
  ({ lookup }) => ({ lookup: (query) => Effect.map(lookup(query), change) })

const declined = (rawCode: string): ChargeOutcome => ({
  _tag: "Declined",
  rawCode,
  networkCode: null,
  providerReference: null
})

const foundAs =
  (from: string, state: "captured" | "pending") =>
  (found: ChargeLookup): ChargeLookup =>
    found._tag === "Found" && found.state === from ? { ...found, state } : found

/** Says that it remembers what it was sent. */
const forgetful: Mutation = {
  of: "that remembers no reference",
  breaks: ({ capabilities }) => ({ capabilities: { ...capabilities, dedupesForHours: 24 } })
}

/** Reads what is told, whoever signed it and when. */
const trusting: Break = ({ readNotification }) => ({
  readNotification: (mid, { body }, known) =>
    readNotification(mid, signed(sandboxSecret, voiceOf(mid.credentials), body, Date.now()), known)
})

const telling =
  (change: (notice: ProviderNotice) => ReadonlyArray<ProviderNotice>): Break =>
  ({ readNotification }) => ({
    readNotification: (mid, raw, known) =>
      Effect.map(
        readNotification(mid, raw, known),
        Option.map((notices) => notices.flatMap(change))
      )
  })

const mutationsOf = (kind: Kind): Readonly<Record<string, Mutation>> => ({
  [`a ${kind} is carried out once, for the amount that was asked, in every kind of currency`]: {
    breaks: (provider) => ({
      [kind]: (request: Parameters<PaymentProvider[Kind]>[0]) =>
        request.currency === "JPY"
          ? Effect.succeed({ _tag: "Succeeded", providerReference: "none" })
          : provider[kind](request)
    })
  },
  [`a ${kind} whose answer is lost or held is Unknown, and can be found out`]: {
    breaks: (provider) => ({
      [kind]: (request: Parameters<PaymentProvider[Kind]>[0]) =>
        Effect.catchCause(provider[kind](request), () =>
          Effect.succeed({ _tag: "Failed" as const, rawCode: "broken" })
        )
    })
  },
  [`a ${kind} that is sent again under its reference is carried out once`]: forgetful,
  [`a ${kind} is found by its kind and reference, and Absent by others`]: {
    breaks: ({ lookupModification }) => ({
      lookupModification: (query) => lookupModification({ ...query, kind })
    })
  },
  [`no ${kind} is sent past sendBefore`]: {
    breaks: (provider) => ({
      [kind]: (request: Parameters<PaymentProvider[Kind]>[0]) =>
        provider[kind]({ ...request, sendBefore: never })
    })
  }
})

const partMutation = (kind: "capture" | "refund"): Readonly<Record<string, Mutation>> => ({
  [`a ${kind} of a part takes that part`]: {
    breaks: (provider) => ({
      [kind]: (request: Parameters<PaymentProvider[Kind]>[0]) =>
        provider[kind]({ ...request, amount: 1250n })
    })
  }
})

/** For each rule a connector that is right but for that. */
const mutations: Readonly<Record<string, Mutation>> = {
  ...Object.assign({}, ...kinds.map(mutationsOf)),
  ...partMutation("capture"),
  ...partMutation("refund"),
  "a charge is made once, and the answer says what was taken": {
    breaks: answering((outcome) =>
      outcome._tag === "Approved" ? { ...outcome, amount: outcome.amount + 1n } : outcome
    )
  },
  "amounts come back as they went, in currencies of no, two and three decimals": {
    breaks: ({ charge }) => ({
      charge: (request) =>
        Effect.map(
          charge({
            ...request,
            amount: request.currency === "JPY" ? request.amount * 100n : request.amount
          }),
          (outcome) =>
            outcome._tag === "Approved" ? { ...outcome, amount: request.amount } : outcome
        )
    })
  },
  "a charge that is not to be captured is held, and says so": {
    breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, capture: true }) })
  },
  "a reference charges once, however often it is sent, at once or later": forgetful,
  "a charge whose answer is lost is Unknown, and can be found out": {
    breaks: ({ charge }) => ({
      charge: (request) =>
        Effect.catchCause(charge(request), () => Effect.succeed(declined("connection_error")))
    })
  },
  "a charge that nobody answers waits until it is given up, and can be found out": {
    breaks: ({ charge }) => ({
      charge: (request) =>
        Effect.as(Effect.forkDetach(charge(request), { startImmediately: true }), {
          _tag: "Unknown",
          reason: "it has better things to do"
        })
    })
  },
  "a charge that never left is said to be NotSent, or Unknown, and nothing else": {
    breaks: answering((outcome) => (outcome._tag === "NotSent" ? declined("offline") : outcome))
  },
  "nothing is charged past sendBefore": {
    breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, sendBefore: never }) })
  },
  "a decline is Declined, charges nothing, and its code means what it should": {
    breaks: answering((outcome) =>
      outcome._tag === "Declined" ? { ...outcome, rawCode: "declined" } : outcome
    )
  },
  "an account that is turned away is Refused, which is no decline, and charges nothing": {
    breaks: answering((outcome) => (outcome._tag === "Refused" ? declined("revoked") : outcome))
  },
  "a charge that is decided later is Pending, and no decline until then": {
    breaks: answering((outcome) => (outcome._tag === "Pending" ? declined("pending") : outcome))
  },
  "canCharge says true of what the account charges, and false of what it can't": {
    of: "that charges cards by tokens of its own",
    breaks: () => ({ canCharge: () => true })
  },
  "a charge is found by our reference, with the provider's own or without it": {
    breaks: ({ lookup }) => ({
      lookup: (query) =>
        query.providerReference === null ? Effect.succeed({ _tag: "Absent" }) : lookup(query)
    })
  },
  "a charge that was never sent is Absent, though another is just like it": {
    breaks: ({ charge, lookup }) => {
      let last = ""
      return {
        charge: (request) => {
          last = request.reference
          return charge(request)
        },
        lookup: (query) => lookup({ ...query, reference: last })
      }
    }
  },
  "a charge that was declined is found declined, or is Absent": {
    breaks: finding(foundAs("declined", "captured"))
  },
  "a charge that was captured in part is found with all it held, and that part or none told": {
    breaks: finding((found) =>
      found._tag === "Found" ? { ...found, amountCaptured: found.amount } : found
    )
  },
  "a refund of more than was taken is Failed, with a code, and gives nothing back": {
    breaks: ({ refund }) => ({
      refund: (request) => refund({ ...request, amount: request.amount / 2n })
    })
  },
  "a payer who is asked has not been charged, and has time to answer": {
    breaks: answering((outcome) =>
      outcome._tag === "RequiresAction" ? { ...outcome, expiresAt: 0 } : outcome
    )
  },
  "a payer who approves has been charged once, and the provider says so": {
    breaks: finding(foundAs("captured", "pending"))
  },
  "a payer who refuses is not charged, and the provider says so": {
    breaks: finding(foundAs("declined", "pending"))
  },
  "what is Canceled can't be paid any more": {
    breaks: () => ({ cancel: () => Effect.succeed({ _tag: "Canceled" }) })
  },
  "what is paid is not Canceled": {
    breaks: () => ({ cancel: () => Effect.succeed({ _tag: "Canceled" }) })
  },
  "nothing is resumed past sendBefore": {
    of: "that is told what payers bring back",
    breaks: ({ resume }) => ({
      ...(resume === undefined
        ? {}
        : { resume: (request) => resume({ ...request, sendBefore: never }) })
    })
  },
  "garbage in the place of a notification tells nothing, and breaks nothing": {
    breaks: ({ readNotification }) => ({
      readNotification: (mid, raw, known) =>
        Effect.flatMap(
          Effect.sync(() => JSON.parse(raw.body)),
          () => readNotification(mid, raw, known)
        )
    })
  },
  "a notification tells of a charge by our reference, as it stands": {
    breaks: telling((notice) =>
      notice._tag === "Charge"
        ? [{ ...notice, charge: { ...notice.charge, state: "pending" } }]
        : [notice]
    )
  },
  "a notification tells of a refund by our reference": {
    breaks: telling((notice) => (notice._tag === "Modification" ? [] : [notice]))
  },
  "the same news has the same id, and other news another one": {
    breaks: telling((notice) => [{ ...notice, id: String(Math.random()) }])
  },
  "a forged notification tells nothing": { breaks: trusting },
  "a notification that was cut off tells nothing": {
    breaks: ({ readNotification }) => {
      let last: RawNotification = { headers: {}, body: "" }
      return {
        readNotification: (mid, raw, known) => {
          if (raw.body.length > last.body.length) last = raw
          return readNotification(mid, last.body.startsWith(raw.body) ? last : raw, known)
        }
      }
    }
  },
  "a notification of one account tells nothing to another": {
    breaks: ({ readNotification }, { mid }) => ({
      readNotification: (_, raw, known) => readNotification(mid, raw, known)
    })
  },
  "a notification that was signed long ago tells nothing": { breaks: trusting }
}

describe("providerContract, of a connector that breaks one of its rules", () => {
  it.each(
    Object.entries(mutations).filter(([name]) => name !== "a void of a part takes that part")
  )("finds that it is not so that %s", async (name, { of = everything, breaks }) => {
    const harness = await sandboxHarness(of)
    const provider = { ...harness.provider, ...breaks(harness.provider, harness) }
    const rule = providerContract({ ...harness, provider }).find((each) => each.name === name)
    await expect(rule?.run()).rejects.toThrow()
  })

  it("has a connector for each of its rules", async () => {
    const names = await Promise.all(
      Object.keys(sandboxShapes).map(async (shape) =>
        providerContract(await sandboxHarness(shape as SandboxShape)).map(({ name }) => name)
      )
    )
    const rules = new Set(names.flat())
    expect(rules.size).toBeGreaterThan(40)
    expect([...rules].filter((name) => !Object.hasOwn(mutations, name))).toEqual([])
  })
})
