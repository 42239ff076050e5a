import { defineModule, moduleJob, moduleMutation } from "@payloom/core"
import { Schema } from "effect"

/** Returns a module with an empty job, which calls `onRun` with its subject. */
export const nothingModule = (onRun: (subject: string) => void) => {
  const nothing = moduleJob({
    kind: "rivals.nothing",
    lane: "money",
    run: async (_, subject) => {
      onRun(subject)
      return {}
    }
  })
  const add = moduleMutation({
    summary: "Add a job",
    path: "/rivals/jobs",
    input: Schema.Struct({ subject: Schema.String }),
    output: Schema.Struct({ subject: Schema.String }),
    decide: async (context, { subject }) => ({
      changes: [await context.schedule(nothing, subject, context.now)],
      answer: { subject }
    })
  })
  return defineModule({
    name: "rivals",
    description: "Jobs that do nothing, for a benchmark.",
    operations: { rivals: { add } },
    jobs: [nothing]
  })
}
