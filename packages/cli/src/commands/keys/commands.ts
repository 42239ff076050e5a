import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text } from "../../command/options.ts"

/** The commands on API keys. */
export const keyCommands: CommandGroup = {
  name: "keys",
  summary: "List, create and revoke API keys.",
  commands: [
    defineCommand({
      name: "keys list",
      summary: "List the API keys of an account. The keys themselves are not stored.",
      needs: "database",
      arguments: {},
      options: {},
      examples: [{ run: "keys list --mode live", does: "The keys of live mode." }],
      load: async () => (await import("./listKeys.ts")).listKeys
    }),
    defineCommand({
      name: "keys create",
      summary: "Create an API key, and print it once.",
      needs: "database",
      records: "tenants.createApiKey",
      arguments: {},
      options: {
        kind: text("The kind, secret if absent.", {
          placeholder: "KIND",
          choices: ["secret", "publishable"]
        })
      },
      examples: [
        { run: "keys create --mode live", does: "A secret key for a server." },
        { run: "keys create --kind publishable --json", does: "A key for browsers, as JSON." }
      ],
      load: async () => (await import("./createKey.ts")).createKey
    }),
    defineCommand({
      name: "keys revoke",
      summary: "Revoke an API key at once and for good.",
      needs: "database",
      records: "tenants.revokeApiKey",
      arguments: { key: requiredText("The id of the key, key_…, not the key itself.") },
      options: { yes: flag("Don't ask.") },
      examples: [{ run: "keys revoke key_01…", does: "The key is refused from now on." }],
      load: async () => (await import("./revokeKey.ts")).revokeKey
    })
  ]
}
