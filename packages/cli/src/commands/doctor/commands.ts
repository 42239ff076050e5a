import { defineCommand } from "../../command/Command.ts"
import { text } from "../../command/options.ts"
import { targetOptions } from "../../command/sharedOptions.ts"

const { database, url } = targetOptions

/** The command that checks a deployment. */
export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "Check a deployment, and say how to correct what is wrong.",
  description:
    "Checks Node, the secret, the database or the server, the clock, the disk, webhooks and " +
    "their certificates, consumers, jobs, accounts and alerts. With --setup, it checks each cell " +
    "of the setup. It makes a TLS handshake with the servers of webhooks, and changes nothing. " +
    "Exits with 3 if anything has to be corrected.",
  needs: "nothing",
  arguments: {},
  options: {
    database,
    url,
    setup: text("The module of the engine's setup, to check its cells (PAYLOOM_SETUP).", {
      placeholder: "FILE"
    })
  },
  examples: [
    { run: "doctor", does: "Check the database of PAYLOOM_DATABASE." },
    { run: "doctor --url https://pay.example", does: "Check a server from outside." },
    { run: "doctor --setup payloom.setup.js", does: "Check the cells of a setup." },
    { run: "doctor --json", does: "For monitoring." }
  ],
  load: async () => (await import("./doctor.ts")).doctor
})
