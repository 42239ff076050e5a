import { TaggedError } from "../primitives/TaggedError.ts"
import { receivedText, receivedValue } from "./receivedValue.ts"

/** There is no such resource of this tenant in this mode. */
export class ResourceNotFound extends TaggedError("ResourceNotFound")<{
  /** The kind of resource, as its `object` field names it. */
  readonly object: string
  /** The requested id, unchanged. */
  readonly id: string
  /** Over HTTP: the field of the body that has the id. Absent if the path has it. */
  readonly param?: string
}> {
  override get message(): string {
    const { object, id } = this
    const noId = idMissing(object, id)
    if (noId !== null) return noId
    if (object === "tenant") {
      return `There is no tenant ${shown(id)}: make one by payloom.tenants.create, and give its id.`
    }
    const what = `${spaced(object)} ${shown(id)}`
    if (object === "parked_event") {
      return `This consumer has no ${what}: ${idHint(object, id) ?? lookAmongParked}.`
    }
    return `This tenant has no ${what} in this mode: ${idHint(object, id) ?? lookAgain}.`
  }
}

const lookAmongParked = "events.parked lists what consumers could not handle"

const lookAgain = "check the id, the tenant and the mode"

/** The prefixes of ids by the kind of resource, for kinds whose ids begin otherwise. */
const prefixes: Readonly<Record<string, string>> = {
  payment_instrument: "card",
  checkout_session: "checkout",
  portal_session: "portal",
  subscription: "sub",
  billing_cycle: "cycle",
  api_key: "key",
  parked_event: "event",
  provider_notice: "notice",
  webhook_endpoint: "endpoint",
  webhook_delivery: "delivery"
}

const aKind = (object: string): string =>
  `${/^[aeiou]/.test(object) ? "an" : "a"} ${spaced(object)}`

const spaced = (object: string): string => object.replaceAll("_", " ")

/** Returns the prefix of the ids of a kind of resource. */
const prefixOf = (object: string): string => prefixes[object] ?? object

/** Returns the form of the ids of a kind, if the given id has another form. */
export const idHint = (object: string, id: string): string | null => {
  // Only the module of a resource of others knows the form of its ids.
  if (!kinds.includes(object)) return null
  const prefix = prefixOf(object)
  if (isId(id) && id.startsWith(`${prefix}_`)) return null
  const form = `the id of ${aKind(object)} is ${prefix}_ and 26 capital letters and digits`
  const [given = ""] = isId(id) ? id.split("_") : []
  const kind = kinds.find((name) => prefixOf(name) === given)
  return kind === undefined ? form : `it is the id of ${aKind(kind)}, but ${form}`
}

/** The kinds whose ids programs have. */
const kinds = [
  ...Object.keys(prefixes),
  ...[
    "payment",
    "attempt",
    "capture",
    "void",
    "refund",
    "increment",
    "customer",
    "plan",
    "dispute"
  ],
  ...["event", "tenant", "mid", "rule", "template"]
]

/** Returns a complaint about a missing or non-string id. Null if it is a non-empty string. */
const idMissing = (object: string, id: unknown): string | null => {
  const example = `such as ${prefixOf(object)}_01HZX3J6W2Q8N4T7V9B5C1D0EF`
  const what = `The id of ${aKind(object)}`
  if (id === undefined || id === "") return `${what} is missing: give one, ${example}.`
  if (typeof id === "string") return null
  const given = receivedValue(id, [])
  const hint = typeof id === "object" && id !== null && "id" in id ? " Did you mean its id?" : ""
  return `${what} must be a string, ${example}, but is ${given}.${hint}`
}

const isId = (id: unknown): boolean =>
  typeof id === "string" && /^[a-z]{1,12}_[0-9A-Z]{26}$/.test(id)

/** Returns an id for a message, unless it is long, or may be secret or a card number. */
const shown = (id: string): string =>
  isId(id) ? id : `with the id ${receivedText(id) ?? `given (${id.length} characters)`}`
