import { isCore, type Rule } from "./Source.ts"

/** A rule that rows of a collection are written in one file, or one folder, alone. */
const writtenOnlyIn = (collection: string, place: string, name: string): Rule => ({
  name,
  appliesTo: (path) => isCore(path) && !path.startsWith(place),
  find: (source) =>
    [...source.text.matchAll(writes(collection))].map((match) => ({
      line: source.lineAt(match.index),
      what: `writes ${collection}`
    })),
  broken: {
    path: "packages/core/src/payments/charges/news.ts",
    text: `const changes = [insert(\n  scope,\n  ${collection},\n  row\n)]`
  }
})

const writes = (collection: string): RegExp =>
  new RegExp(`\\b(?:insert|update|remove)\\([^()]*\\b${collection}\\b`, "g")

/** Whoever has to hear of events stands in one place. */
export const eventsAreTold = writtenOnlyIn(
  "EventCollection",
  "packages/core/src/platform/events/recordEvent.ts",
  "Core tells of what happened by `tell` alone"
)

/** So do those who have to do with jobs. */
export const jobsAreScheduled = writtenOnlyIn(
  "JobCollection",
  "packages/core/src/platform/jobs/",
  "Core has jobs done by `schedule` alone"
)
