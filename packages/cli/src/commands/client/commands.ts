import { defineCommand } from "../../command/Command.ts"
import { requiredText } from "../../command/options.ts"

/** The command that writes a client with the operations of modules. */
export const clientCommand = defineCommand({
  name: "client",
  summary: "Write a typed client of a server, with the operations of its modules.",
  description:
    "Reads the OpenAPI document of a server, which needs no key, and writes one TypeScript file. " +
    "It exports createClient and all types, and imports @payloom/client, which sends the " +
    "requests. Run it again when the server has new operations. A file that this command did " +
    "not write is never changed.",
  needs: "nothing",
  arguments: {
    server: requiredText("The URL of a server with its base path, or a file with its document.", {
      placeholder: "URL"
    })
  },
  options: {
    out: requiredText("The file to write, such as src/payloomClient.ts.", { placeholder: "FILE" })
  },
  examples: [
    {
      run: "client http://127.0.0.1:8080 --out src/payloomClient.ts",
      does: "The operations of a local server. Then: npm install @payloom/client"
    }
  ],
  load: async () => (await import("./client.ts")).client
})
