import { ApiKeyCollection } from "@payloom/core"
import { Effect } from "effect"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

/** An account has a few keys. */
const mostKeys = 500

/** Lists the API keys of an account, newest first. */
export const listKeys: Run<object, "database"> = async (_, { target }) => {
  const { scope } = await target.account()
  const page = target.storage.page(scope, ApiKeyCollection, { order: "desc", limit: mostKeys })
  const keys = (await Effect.runPromise(page)).map(({ row: { hash: _hash, ...key } }) => key)
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Key" },
        { title: "Kind" },
        { title: "Created (UTC)" },
        { title: "Revoked (UTC)" }
      ],
      rows: keys.map(({ id, kind, created, revokedAt }) => [
        id,
        kind,
        timeText(created),
        timeText(revokedAt)
      ]),
      empty: "There are no keys in this mode."
    },
    json: { object: "list", data: wireForm(keys) }
  }
}
