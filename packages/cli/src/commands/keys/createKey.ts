import type { Run } from "../../command/Command.ts"
import { wireForm } from "../../output/wireForm.ts"

/** Creates an API key. It is printed once, because only its hash is stored. */
export const createKey: Run<{ readonly kind: string | undefined }, "database"> = async (
  { kind },
  { target }
) => {
  const { tenants, scope } = await target.account()
  const created = await tenants.createApiKey(
    scope,
    kind === "publishable" ? "publishable" : "secret"
  )
  return {
    kind: "value",
    sections: [
      {
        fields: [
          ["Key", created.secret],
          ["Id", created.id],
          ["Kind", created.kind],
          ["Mode", scope.mode]
        ]
      }
    ],
    json: wireForm(created),
    notes: ["Keep the key now: it can't be shown again."]
  }
}
