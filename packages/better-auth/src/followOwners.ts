import type { BetterAuthOptions, GenericEndpointContext, User } from "better-auth"
import type { Billing } from "./Billing.ts"
import { closeCustomer } from "./customers/closeCustomer.ts"
import { ensureCustomer, withProfile } from "./customers/ensureCustomer.ts"
import { findCustomer } from "./customers/findCustomer.ts"
import { toApiError } from "./errors.ts"
import type { Owner } from "./Owner.ts"

/** The logger of better-auth. */
interface Logger {
  readonly error: (message: string, ...details: ReadonlyArray<unknown>) => void
}

type DatabaseHooks = NonNullable<BetterAuthOptions["databaseHooks"]>

/** A user with the field of better-auth's anonymous plugin. */
type AnyUser = User & { readonly isAnonymous?: boolean | null }

/** The endpoints that delete a user, together with the user's sessions and accounts. */
const deletions: ReadonlySet<string | undefined> = new Set([
  "/delete-user",
  "/delete-user/callback",
  "/admin/remove-user"
])

/**
 * Keeps customers in step with users. A sign-up or a change doesn't fail if the engine does: the
 * customer is created and updated again when the user subscribes. A deletion fails if the customer
 * can't be closed, because nobody could cancel the subscription afterwards. better-auth deletes the
 * sessions and accounts of a user first. So the customer is closed before the first of them is
 * deleted, and a refused deletion leaves the user as it was.
 */
export const userHooks = (billing: Billing, logger: Logger): DatabaseHooks => {
  const closing = closeOwner(billing)
  const closeBeforehand = async (
    { userId }: { readonly userId: string },
    ctx: GenericEndpointContext | null
  ): Promise<void> => {
    if (deletions.has(ctx?.path)) await closing({ kind: "user", id: userId })
  }
  return {
    user: {
      create: {
        after: async (user: AnyUser) => {
          const { createCustomerOnSignUp = true } = billing.options
          if (!createCustomerOnSignUp || user.isAnonymous === true) return
          await logged(logger, "create the customer of", user.id, () =>
            ensureCustomer(billing.merchant, ownerOfUser(user), user)
          )
        }
      },
      update: {
        after: async (user: AnyUser | null) => {
          // Some adapters don't return the user that they updated.
          if (user === null) return
          await logged(logger, "update the customer of", user.id, async () => {
            const customer = await findCustomer(billing.merchant, ownerOfUser(user))
            if (customer !== null) await withProfile(billing.merchant, customer, user)
          })
        }
      },
      delete: { before: (user: AnyUser) => closing(ownerOfUser(user)) }
    },
    session: { delete: { before: closeBeforehand } },
    account: { delete: { before: closeBeforehand } }
  }
}

const ownerOfUser = ({ id }: { readonly id: string }): Owner => ({ kind: "user", id })

/** Returns a function that closes the customer of an owner. It throws errors of a response. */
const closeOwner =
  ({ merchant, options }: Billing) =>
  async (owner: Owner): Promise<void> => {
    try {
      await closeCustomer(merchant, owner, options.onDelete ?? "erase")
    } catch (error) {
      throw toApiError(error)
    }
  }

const logged = async (
  logger: Logger,
  what: string,
  id: string,
  run: () => Promise<unknown>
): Promise<void> => {
  try {
    await run()
  } catch (error) {
    logger.error(`Payloom could not ${what} ${id}: it is tried again when they subscribe.`, error)
  }
}

/** The hooks of better-auth's organization plugin that the plugin adds to. */
interface OrganizationHooks {
  readonly afterUpdateOrganization?: (data: {
    readonly organization: { readonly id: string; readonly name: string } | null
  }) => Promise<void>
  readonly beforeDeleteOrganization?: (
    data: { readonly organization: { readonly id: string } },
    ctx?: GenericEndpointContext
  ) => Promise<void>
}

/** The options of the organization plugin, which reads its hooks from them at each request. */
export interface OrganizationPluginOptions {
  organizationHooks?: OrganizationHooks
}

/** Keeps customers in step with organizations, after the hooks that the host has itself. */
export const followOrganizations = (
  billing: Billing,
  logger: Logger,
  plugin: OrganizationPluginOptions
): void => {
  const closing = closeOwner(billing)
  const own = plugin.organizationHooks ?? {}
  plugin.organizationHooks = {
    ...own,
    afterUpdateOrganization: async (data) => {
      await own.afterUpdateOrganization?.(data)
      const { organization } = data
      if (organization === null) return
      await logged(logger, "update the customer of", organization.id, async () => {
        const owner: Owner = { kind: "organization", id: organization.id }
        const customer = await findCustomer(billing.merchant, owner)
        const profile = { name: organization.name, email: customer?.email ?? null }
        if (customer !== null) await withProfile(billing.merchant, customer, profile)
      })
    },
    beforeDeleteOrganization: async (data, ctx) => {
      await own.beforeDeleteOrganization?.(data, ctx)
      await closing({ kind: "organization", id: data.organization.id })
    }
  }
}
