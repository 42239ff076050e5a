import { isCore, type Rule } from "./Source.ts"

/** Returns a rule that only one file or folder writes the rows of a collection. */
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

/** All events pass one function, so their listeners miss none. */
export const eventsAreTold = writtenOnlyIn(
  "EventCollection",
  "packages/core/src/platform/events/recordEvent.ts",
  "Core records events only by `recordEvent`"
)

/** All jobs pass one folder. */
export const jobsAreScheduled = writtenOnlyIn(
  "JobCollection",
  "packages/core/src/platform/jobs/",
  "Core schedules jobs only in `platform/jobs`"
)
