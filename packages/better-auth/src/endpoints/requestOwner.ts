import type { Actor } from "@payloom/core"
import type { GenericEndpointContext } from "better-auth"
import type { Billing } from "../Billing.ts"
import type { Profile } from "../customers/ensureCustomer.ts"
import { BILLING_ERROR_CODES, refusal } from "../errors.ts"
import { type Owner, storedId } from "../Owner.ts"

/** The part of a request that decides on whose behalf it acts. */
export interface OwnedRequest {
  readonly context: GenericEndpointContext["context"]
  /** The id of an organization, if the request acts for one. */
  readonly organization: string | undefined
}

/** The use of an owner's data: members of an organization see it, some of them change it. */
type Use = "change" | "see"

/** The signed-in user's session, as the session middleware sets it. */
interface SignedIn {
  readonly session: { readonly impersonatedBy?: string | null }
  readonly user: {
    readonly id: string
    readonly email: string
    readonly emailVerified: boolean
    readonly name: string
    readonly isAnonymous?: boolean | null
  }
}

/** The owner of a request, with the user who acts. */
export interface RequestOwner {
  readonly owner: Owner
  readonly profile: Profile
  /** The user for the audit log. An admin who impersonates a user is named instead of the user. */
  readonly actor: Actor
  readonly isEmailVerified: boolean
}

/**
 * Returns the owner of a request: the signed-in user, or an organization of theirs. Refuses
 * anonymous users, and users who may not do this for the organization.
 */
export const requestOwner = async (
  billing: Billing,
  { context, organization }: OwnedRequest,
  use: Use
): Promise<RequestOwner> => {
  const { session, user } = context.session as unknown as SignedIn
  if (user.isAnonymous === true) {
    throw refusal("FORBIDDEN", BILLING_ERROR_CODES.ACCOUNT_REQUIRED)
  }
  const shared = {
    actor: { type: "user", id: storedId(session.impersonatedBy ?? user.id) } as const,
    isEmailVerified: user.emailVerified
  }
  if (organization === undefined) {
    const profile = { name: user.name, email: user.email }
    return { owner: { kind: "user", id: user.id }, profile, ...shared }
  }
  const allowed = rolesFor(billing, use)
  const name = await organizationOf(context, organization, user.id, allowed)
  // An organization has no address of its own.
  const profile = { name, email: null }
  return { owner: { kind: "organization", id: organization }, profile, ...shared }
}

/** Returns the roles for a use. Null for all roles. */
const rolesFor = ({ roles }: Billing, use: Use): ReadonlyArray<string> | null => {
  if (roles === null) throw refusal("BAD_REQUEST", BILLING_ERROR_CODES.ORGANIZATIONS_DISABLED)
  return use === "see" ? null : roles
}

/** Returns the name of an organization. Refused unless the user is a member with such a role. */
const organizationOf = async (
  { adapter }: OwnedRequest["context"],
  organization: string,
  userId: string,
  allowed: ReadonlyArray<string> | null
): Promise<string> => {
  const member = await adapter.findOne<{ readonly role: string }>({
    model: "member",
    where: [
      { field: "organizationId", value: organization },
      { field: "userId", value: userId }
    ]
  })
  // A member may have several roles, with commas between them.
  const own = member?.role.split(",").map((role) => role.trim()) ?? []
  if (member === null || (allowed !== null && !own.some((role) => allowed.includes(role)))) {
    throw refusal("FORBIDDEN", BILLING_ERROR_CODES.NOT_ALLOWED)
  }
  const row = await adapter.findOne<{ readonly name: string }>({
    model: "organization",
    where: [{ field: "id", value: organization }]
  })
  if (row === null) throw refusal("FORBIDDEN", BILLING_ERROR_CODES.NOT_ALLOWED)
  return row.name
}
