import { Predicate } from "effect"
import { personalFields } from "../platform/events/personalFields.ts"
import { withErased } from "../platform/storage/erasure.ts"

const personal: ReadonlySet<string> = new Set(personalFields)

/** Resources whose `reason` is a free text. Elsewhere it is an enumeration. */
const withReason: ReadonlySet<unknown> = new Set(["refund", "capture", "void", "increment"])

/** Fields that are personal in some objects only. */
const sometimes: Readonly<Record<string, (within: object) => boolean>> = {
  reason: (within) => withReason.has(objectOf(within)),
  name: (within) => objectOf(within) === "customer" || "quantity" in within,
  reference: (within) => objectOf(within) === "customer",
  error: (within) => objectOf(within) === "parked_event",
  bank: (within) => "mandate_reference" in within
}

const objectOf = (within: object): unknown =>
  Predicate.hasProperty(within, "object") ? within.object : null

/** Erases the personal texts of a resource of core in its wire form. */
export const erasedJson = <A>(resource: A): A =>
  withErased(resource, (key, within) => personal.has(key) && (sometimes[key]?.(within) ?? true))

/** Erases the texts of a module's resource in its wire form: every field that may be personal. */
export const erasedModuleJson = <A>(resource: A): A =>
  withErased(resource, (key) => personal.has(key))
