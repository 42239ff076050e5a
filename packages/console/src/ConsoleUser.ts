/**
 * The role of a person. Each role may do what the roles before it may.
 *
 * - `viewer` reads.
 * - `operator` also refunds, captures, voids, cancels, pauses, resumes, detaches cards, resolves,
 *   takes alerts, makes links for customers, sends webhooks again, replays events and books
 *   settlement reports.
 * - `admin` also changes plans, keys, endpoints and routing, and erases customers.
 */
export type Role = "viewer" | "operator" | "admin"

/** A person who uses the console, as the host knows them. */
export interface ConsoleUser {
  /** The host's id of the person: 1 to 255 characters. The audit log keeps the id. */
  readonly id: string
  /** The name that colleagues see: 1 to 255 characters. The audit log keeps the name. */
  readonly name: string
  /** The role. */
  readonly role: Role
  /** The ids of the tenants that the person may see. All tenants if absent. */
  readonly tenants?: ReadonlyArray<string>
}

/** The roles, from the least to the most. */
export const roles: ReadonlyArray<Role> = ["viewer", "operator", "admin"]

/** Returns true if a role may do what needs another role. */
export const allows = (has: Role, needs: Role): boolean =>
  roles.indexOf(has) >= roles.indexOf(needs)

/** Returns true if a person may see a tenant. */
export const sees = ({ tenants }: ConsoleUser, tenant: string): boolean =>
  tenants === undefined || tenants.includes(tenant)

/** Returns true if a person may see all tenants, and with them what belongs to the whole engine. */
export const seesAll = ({ tenants }: ConsoleUser): boolean => tenants === undefined

/** Returns the person, or throws a `TypeError` that says what the host got wrong. */
export const requireUser = (given: unknown): ConsoleUser => {
  const user = given as Partial<ConsoleUser> | null | undefined
  if (typeof user !== "object" || user === null) throw wrong("a user, null or a Response")
  if (!isName(user.id)) throw wrong("a user with an id of 1 to 255 printable characters")
  if (!isName(user.name)) throw wrong("a user with a name of 1 to 255 printable characters")
  const { role, tenants } = user
  if (role === undefined || !roles.includes(role)) {
    throw wrong("a user with the role viewer, operator or admin")
  }
  const isList = Array.isArray(tenants) && tenants.every((id) => typeof id === "string")
  if (tenants !== undefined && !isList) throw wrong("a user whose tenants are a list of ids")
  return { id: user.id, name: user.name, role, ...(tenants === undefined ? {} : { tenants }) }
}

const isName = (given: unknown): given is string =>
  typeof given === "string" && /^\P{Cc}{1,255}$/u.test(given)

const wrong = (what: string): TypeError => new TypeError(`authenticate must return ${what}.`)
