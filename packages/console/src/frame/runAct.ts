import { isIdempotencyKey, type Scope } from "@payloom/core"
import { actingAs } from "../acting.ts"
import { allows, type ConsoleUser, type Role } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"
import { allActs } from "../rooms.ts"
import type { RecentCalls } from "./recentCalls.ts"
import { Refused } from "./refusals.ts"

/** A request of a person to change something, before it is checked. */
export interface ActRequest {
  readonly payloom: ConsoleEngine
  readonly user: ConsoleUser
  readonly scope: Scope
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  /** The id of the request. */
  readonly request: string
  readonly recent: RecentCalls
}

const mostReason = 500
const usualBytes = 65_536

/** The weight of an act. */
interface ActWeight {
  readonly mostBytes: number
  /** True if its body may have a file. */
  readonly isLarge: boolean
  /** True if it only reads a little. */
  readonly isRead: boolean
}

/** Returns the weight of an act. People who may not do the act get the usual one. */
export const weightOf = (name: string, role: Role): ActWeight => {
  const act = allActs.get(name)
  const own = act !== undefined && allows(role, act.role) ? act.mostBytes : undefined
  const isLarge = own !== undefined
  return { mostBytes: own ?? usualBytes, isLarge, isRead: act?.role === "viewer" && !isLarge }
}

/** Checks the person's role, and carries out an act. This is the only place that checks roles. */
export const runAct = async (given: ActRequest): Promise<unknown> => {
  const { payloom, user, scope, name, body, request, recent } = given
  const act = allActs.get(name)
  if (act === undefined) throw new Refused(404, "act_unknown", "The console has no such action.")
  if (!allows(user.role, act.role)) {
    const message = `Only the role ${act.role} may do this, and yours is ${user.role}.`
    throw new Refused(403, "role_missing", message)
  }
  const { subject, input = {}, reason, idempotencyKey, ...unknown } = body
  const [odd] = Object.keys(unknown)
  if (odd !== undefined) throw malformed("has an unknown field")
  if (typeof subject !== "string" || subject.length > 255) throw malformed("needs a subject")
  const key = typeof idempotencyKey === "string" ? idempotencyKey : ""
  if (key === "" || !isIdempotencyKey(`console_${key}`)) {
    throw malformed("needs an idempotencyKey of printable ASCII characters")
  }
  if (reason !== undefined && (typeof reason !== "string" || reason.length > mostReason)) {
    throw malformed(`needs a reason of at most ${mostReason} characters`)
  }
  // An entry of the audit log is one line.
  const why = (reason ?? "").replaceAll(/\p{Cc}+/gu, " ").trim()
  const occasion = { request, ...(why === "" ? {} : { reason: why }) }
  const acting = actingAs(user, occasion)
  const { merchant, tenants } = payloom.as(acting)
  const call = { merchant: merchant(scope), tenants, payloom, acting, subject, input }
  const run = () => act.run({ ...call, idempotencyKey: `console_${key}` })
  // A file is too large to be a name. A person can't send two at once, and they are booked once.
  if (act.mostBytes !== undefined) return run()
  return recent(JSON.stringify([user.id, scope.tenant, scope.mode, name, subject, input, key]), run)
}

const malformed = (what: string): Refused =>
  new Refused(400, "body_malformed", `The body of an action ${what}.`)
