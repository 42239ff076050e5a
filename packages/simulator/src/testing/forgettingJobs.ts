import { type Job, JobCollection, type Storage } from "@payloom/core"

/** Plants a bug: the engine forgets to write jobs of a kind. */
export const forgettingJobs =
  (kind: Job["kind"]) =>
  (storage: Storage["Service"]): Storage["Service"] => ({
    ...storage,
    commit: (changes) =>
      storage.commit(
        changes.filter(
          (change) =>
            change._tag !== "Insert" ||
            change.collection.name !== JobCollection.name ||
            (change.row as Job).kind !== kind
        )
      )
  })
