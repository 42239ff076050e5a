import { readFileSync } from "node:fs"
import { inputChecker, SettlementRow } from "@payloom/core"
import type { SettlementMapping } from "@payloom/csv"
import { Result, Schema } from "effect"
import { CommandFailed } from "../../command/CommandFailed.ts"

const { Array: list, Literal, Literals, NullOr, optionalKey, Record, String: text, Union } = Schema

const one = Schema.Struct
const firstOf = Union([text, list(text)])
const kind = SettlementRow.fields.kind
const debitAndCredit = one({ debit: text, credit: text })
const amountAndDirection = one({ column: text, direction: text, debit: text, credit: text })
const fee = Union([text, amountAndDirection, debitAndCredit])
const zone = Union([text, one({ column: text, names: optionalKey(Record(text, text)) })])
const time = one({
  column: text,
  zone: optionalKey(zone),
  dateOrder: optionalKey(Literals(["dmy", "mdy"]))
})
const rows = list(one({ column: text, values: list(text) }))
const references = one({
  charge: firstOf,
  refund: firstOf,
  reversal: firstOf,
  dispute: firstOf,
  dispute_release: firstOf,
  charge_return: optionalKey(firstOf),
  split: optionalKey(firstOf),
  split_reversal: optionalKey(firstOf)
})

/** The form of a mapping in JSON: each field of `SettlementMapping`. */
const Mapping = one({
  reference: Union([text, list(text), references]),
  kind: Union([
    one({
      column: firstOf,
      kinds: Record(text, NullOr(Union([kind, one({ partOf: kind, alone: optionalKey(kind) })])))
    }),
    one({ always: kind })
  ]),
  gross: Union([text, one({ signed: text }), amountAndDirection, debitAndCredit]),
  fee: optionalKey(Union([fee, list(fee)])),
  blankFees: optionalKey(Literals(["zero", "refused"])),
  negativeFees: optionalKey(Schema.Boolean),
  net: optionalKey(Union([text, debitAndCredit])),
  currency: Union([text, one({ always: text })]),
  feeCurrency: optionalKey(text),
  converted: optionalKey(Literals(["refused", "left_out"])),
  settlement: optionalKey(Union([text, one({ always: text })])),
  settledAt: optionalKey(Union([text, time, list(time)])),
  optional: optionalKey(list(text)),
  skip: optionalKey(rows),
  only: optionalKey(rows),
  linesBefore: optionalKey(Union([Schema.Int, Literal("any")])),
  endsAt: optionalKey(text),
  lineTypes: optionalKey(
    one({ header: text, row: text, end: optionalKey(text), others: list(text) })
  ),
  amounts: optionalKey(Literals(["major", "minor"])),
  decimals: optionalKey(Record(text, NullOr(Schema.Int))),
  decimalMark: optionalKey(Literals([".", ","])),
  thousandsMark: optionalKey(Literals([",", ".", "'", " "])),
  negatives: optionalKey(Literals(["leading", "trailing", "parentheses"])),
  delimiter: optionalKey(Literals([",", ";", "\t", "|"]))
} satisfies Readonly<Record<keyof SettlementMapping, Schema.Top>>)

const check = inputChecker<SettlementMapping>(Mapping)

/**
 * Reads a mapping from a JSON file. A field that is missing, wrong or unknown is refused by its
 * name, because a mistyped field such as `negativeFee` would otherwise change what is booked.
 */
export const readMapping = (file: string): SettlementMapping => {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new CommandFailed("mapping_invalid", `${file} must contain a mapping as JSON.`)
  }
  return Result.getOrThrowWith(check(json as SettlementMapping), ({ message }) => {
    const complaint = message
      .replaceAll("a parameter of this operation", "a field of a mapping")
      .replace(/^The input/, "it")
    return new CommandFailed("mapping_invalid", `The mapping ${file} is not valid: ${complaint}`)
  })
}
