import { TaggedError } from "../values/TaggedError.ts"
import { receivedText } from "./receivedValue.ts"

/** No such resource of this tenant in this mode. */
export class ResourceNotFound extends TaggedError("ResourceNotFound")<{
  /** The kind of resource, as its `object` field names it. */
  readonly object: string
  /** The id that was asked for, as it was given. */
  readonly id: string
}> {
  override get message(): string {
    const { object, id } = this
    if (object === "tenant") {
      return `There is no tenant ${shown(id)}: make one by payloom.tenants.create, and give its id.`
    }
    const what = `${object.replaceAll("_", " ")} ${shown(id)}`
    return `This tenant has no ${what} in this mode: ${idHint(object, id) ?? lookAgain}.`
  }
}

const lookAgain = "check the id, the tenant and the mode"

/** What ids begin with, by the kind of resource; the others' ids begin with their kind. */
const prefixes: Readonly<Record<string, string>> = {
  payment_instrument: "card",
  checkout_session: "checkout",
  subscription: "sub",
  billing_cycle: "cycle",
  api_key: "key",
  parked_event: "event",
  provider_notice: "notice",
  webhook_endpoint: "endpoint",
  webhook_delivery: "delivery"
}

/** Says what ids of a kind look like, where what was given looks otherwise. */
export const idHint = (object: string, id: string): string | null => {
  const prefix = prefixes[object] ?? object
  const isOne = typeof id === "string" && id.startsWith(`${prefix}_`) && isId(id)
  return isOne ? null : `such an id is ${prefix}_ and 26 letters and digits`
}

const isId = (id: string): boolean => /^[a-z]{1,12}_[0-9A-Z]{26}$/.test(id)

/** An id as it was given, unless it may be secret or a card's number, or is long. */
const shown = (id: string): string => (isId(id) ? id : `with the id ${receivedText(id) ?? "given"}`)
