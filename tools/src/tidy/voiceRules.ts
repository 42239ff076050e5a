import { isCore, type Rule } from "./Source.ts"

/** A rule that rows of a collection are inserted in one file alone. */
const insertedOnlyIn = (collection: string, file: string, name: string): Rule => ({
  name,
  appliesTo: (path) => isCore(path) && path !== file,
  find: (source) =>
    [...source.text.matchAll(new RegExp(`\\binsert\\([^()]*\\b${collection}\\b`, "g"))].map(
      (match) => ({ line: source.lineAt(match.index), what: `inserts into ${collection}` })
    ),
  broken: {
    path: "packages/core/src/charges/news.ts",
    text: `const changes = [insert(\n  scope,\n  ${collection},\n  row\n)]`
  }
})

/** Whoever has to hear of events stands in one place. */
export const eventsAreTold = insertedOnlyIn(
  "EventCollection",
  "packages/core/src/events/tell.ts",
  "Core tells of what happened by `tell` alone"
)

/** So do those who have to do with jobs. */
export const jobsAreScheduled = insertedOnlyIn(
  "JobCollection",
  "packages/core/src/jobs/schedule.ts",
  "Core has jobs done by `schedule` alone"
)
