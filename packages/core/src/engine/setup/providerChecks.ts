import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { DeclineAdvice, DeclineCategory, DeclineCode } from "../../providers/Decline.ts"
import type { DeclineDecision } from "../../providers/declineTable.ts"
import { DebitMandate, PayerFormat, payerFields } from "../../providers/PayerNeed.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { providerRefusal } from "../../providers/Providers.ts"
import type { SetupIssue } from "./SetupInvalid.ts"
import {
  aBoolean,
  aFunction,
  being,
  listOf,
  mustBe,
  optional,
  type SetupCheck,
  tableOf,
  texts,
  withFields
} from "./setupChecks.ts"

const oneOf = (values: ReadonlyArray<string>): SetupCheck =>
  being(`one of ${values.join(", ")}`, (value) => values.includes(value as string))

const isListOf = (value: unknown, isOne: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne)

const isText = (value: unknown): value is string => typeof value === "string"

const count = being(
  "a number of at least 0",
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0
)

const aStep = being(
  "a bigint of at least 1, in minor units",
  (value) => typeof value === "bigint" && value > 0n
)

const methodNames: ReadonlyArray<unknown> = PaymentMethod.literals

const currencies = being('"any" or an array of currency codes', (value) =>
  value === "any" ? true : isListOf(value, isText)
)
const refunds = oneOf(["partial", "full", "none"])

const option = withFields("an option with a code and a name", {
  code: being("a string", isText),
  name: optional(being("a string", isText))
})

const need = withFields("a need: its name, and optionally format, options and isOptional", {
  name: oneOf(payerFields),
  format: optional(oneOf(PayerFormat.literals)),
  options: optional(listOf("an array of options", option)),
  isOptional: optional(aBoolean)
})

/** A fact that a method needs, as its name alone or with its form. */
const needOrName: SetupCheck = (value, field) =>
  isText(value) ? oneOf(payerFields)(value, field) : need(value, field)

const methodCapabilities = withFields("an object that says what differs for the method", {
  currencies: optional(currencies),
  refunds: optional(refunds),
  manualCapture: optional(aBoolean),
  partialCapture: optional(aBoolean),
  multipleCaptures: optional(aBoolean),
  incrementalAuthorization: optional(aBoolean),
  partialApproval: optional(aBoolean),
  reusable: optional(aBoolean),
  pendingDays: optional(count),
  needs: optional(listOf("an array of the facts that the method needs", needOrName)),
  mandate: optional(oneOf(DebitMandate.literals))
})

const capabilities = withFields("an object that says what the provider can do", {
  methods: being(`an array of ${PaymentMethod.literals.join(", ")}`, (value) =>
    isListOf(value, (method) => methodNames.includes(method))
  ),
  wallets: optional(texts),
  apms: optional(texts),
  currencies,
  refunds,
  manualCapture: aBoolean,
  partialCapture: aBoolean,
  multipleCaptures: optional(aBoolean),
  incrementalAuthorization: optional(aBoolean),
  partialApproval: optional(aBoolean),
  reusable: optional(aBoolean),
  pendingDays: optional(count),
  byMethod: optional(tableOf("an object of capabilities by method", methodCapabilities)),
  dedupesForHours: count,
  lookup: aBoolean,
  notifications: optional(aBoolean),
  settleWindowMinutes: count,
  holdHours: tableOf("an object of hours by card brand", count, ["default"]),
  amountStep: optional(tableOf("an object of steps by currency", aStep)),
  networkTokens: optional(aBoolean),
  decryptedWallets: optional(texts),
  splits: optional(oneOf(["one", "many"])),
  usesCardRelay: aBoolean
})

const decisions = [
  "cascade",
  "other_provider",
  "step_up",
  "card_number",
  "stop"
] satisfies ReadonlyArray<DeclineDecision>

const meaning = withFields("what a decline means: code, category and decision", {
  code: oneOf(DeclineCode.literals),
  category: oneOf(DeclineCategory.literals),
  decision: oneOf(decisions),
  advice: optional(oneOf(DeclineAdvice.literals))
})

const provider = withFields("a provider, such as those of sandbox().providers", {
  name: being("a string", isText),
  capabilities,
  declines: withFields("a table of decline codes", {
    meanings: tableOf("an object of meanings by decline code", meaning)
  }),
  charge: aFunction,
  lookup: aFunction,
  resume: optional(aFunction),
  changedDetails: optional(aFunction),
  cancel: aFunction,
  capture: aFunction,
  void: aFunction,
  refund: aFunction,
  increment: optional(aFunction),
  lookupModification: aFunction,
  readNotification: aFunction
})

/** All that is wrong with the providers of a setup, in their shape or in what they declare. */
export const providersCheck: SetupCheck = (value, field) => {
  if (!Array.isArray(value)) {
    return mustBe(field, "an array of providers, such as sandbox().providers", value)
  }
  return value.flatMap((one: unknown, at) => {
    const own = `${field}[${at}]`
    const issues = provider(one, own)
    return issues.length > 0 ? issues : refusalOf(value, at, own)
  })
}

const refusalOf = (
  providers: ReadonlyArray<PaymentProvider>,
  at: number,
  field: string
): ReadonlyArray<SetupIssue> => {
  const [one, ...others] = [providers[at], ...providers.slice(0, at)]
  const names = others.flatMap((other) => (isText(other?.name) ? [other.name] : []))
  const refusal = one === undefined ? null : providerRefusal(one, names)
  return refusal === null ? [] : [{ field, message: `${field} can't be taken: ${refusal}` }]
}
