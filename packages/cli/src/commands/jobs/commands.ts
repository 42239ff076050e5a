import { defineCommand } from "../../command/Command.ts"

/** The command on jobs. */
export const jobsCommand = defineCommand({
  name: "jobs",
  summary: "Print the kinds of waiting jobs, and which of them are late.",
  description: "Of all tenants. Exits with 3 if jobs are late, because then no worker runs.",
  needs: "database",
  arguments: {},
  options: {},
  examples: [{ run: "jobs", does: "Does a process run the jobs?" }],
  load: async () => (await import("./listJobs.ts")).listJobs
})
