import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { confirm } from "../../command/confirm.ts"
import { UsageError } from "../../command/UsageError.ts"

/** Revokes an API key. */
export const revokeKey: Run<{ readonly key: string; readonly yes: boolean }, "database"> = async (
  { key, yes },
  { target, terminal }
) => {
  if (/^[sp]k_(test|live)_/.test(key)) {
    throw new UsageError(
      "KEY is the id of a key, key_…, as keys list prints it, not the key itself."
    )
  }
  const { tenants, scope } = await target.account()
  if (!yes && !(await confirm(terminal, `Revoke ${key} in ${scope.mode} mode for good?`))) {
    throw new CommandFailed("not_confirmed", "Nothing was revoked.")
  }
  await tenants.revokeApiKey(scope, key)
  return {
    kind: "value",
    sections: [{ lines: [`${key} is revoked.`] }],
    json: { id: key, revoked: true }
  }
}
