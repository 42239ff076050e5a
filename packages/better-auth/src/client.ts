/**
 * The browser's half of the plugin.
 *
 * @packageDocumentation
 */
import type { BetterAuthClientPlugin } from "better-auth/client"
import type { PlanIds } from "./BillingOptions.ts"
import type { payloom } from "./payloom.ts"

type Server<Name extends string> = ReturnType<
  typeof payloom<Readonly<Record<Name, string>> & PlanIds>
>

/**
 * The plugin for better-auth's client. The type parameter has the names of the plans on sale. The
 * client opens the page of `subscribe`, `recover` and `portal` by itself.
 *
 * @example
 * const auth = createAuthClient({ plugins: [payloomClient<"pro" | "team">()] })
 * await auth.billing.subscribe({ plan: "pro" })
 */
export const payloomClient = <Name extends string = string>() =>
  ({
    id: "payloom",
    $InferServerPlugin: {} as Server<Name>,
    pathMethods: {
      "/billing/plans": "GET",
      "/billing/access": "GET",
      "/billing/subscriptions": "GET",
      "/billing/subscribe": "POST",
      "/billing/cancel": "POST",
      "/billing/undo-cancel": "POST",
      "/billing/pause": "POST",
      "/billing/resume": "POST",
      "/billing/recover": "POST",
      "/billing/portal": "POST"
    }
  }) satisfies BetterAuthClientPlugin
