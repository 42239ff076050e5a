import { ApiKeyCollection, type ApiKeyKind } from "@payloom/core"
import { Effect } from "effect"
import { textOf } from "../../frame/textOf.ts"
import type { Room } from "../../Room.ts"
import type { KeysView } from "./KeysView.ts"

const rowsOfPage = 50

/** The API keys of a merchant in a mode. */
export const keysRoom: Room = {
  reads: [
    {
      path: "/keys",
      run: async ({ payloom, merchant: { scope }, query }): Promise<KeysView> => {
        const after = textOf("startingAfter", query.get("startingAfter"))
        const rows = await Effect.runPromise(
          payloom.services.storage.page(scope, ApiKeyCollection, {
            order: "desc",
            limit: rowsOfPage + 1,
            ...(after === "" ? {} : { after })
          })
        )
        // The hash of a key stays here.
        const data = rows
          .slice(0, rowsOfPage)
          .map(({ row: { id, kind, created, revokedAt } }) => ({ id, kind, created, revokedAt }))
        return { data, nextCursor: rows.length > rowsOfPage ? (data.at(-1)?.id ?? null) : null }
      }
    }
  ],
  acts: [
    {
      name: "tenants.createApiKey",
      role: "admin",
      run: ({ tenants, merchant: { scope }, input, idempotencyKey }) => {
        const { kind } = Object(input) as { readonly kind: ApiKeyKind }
        return tenants.createApiKey(scope, kind, { idempotencyKey })
      }
    },
    {
      name: "tenants.revokeApiKey",
      role: "admin",
      run: async ({ tenants, merchant: { scope }, subject }) => {
        await tenants.revokeApiKey(scope, subject)
        return { revoked: true }
      }
    }
  ]
}
