import { Effect } from "effect"
import type { Storage } from "../Storage.ts"

type Port = Storage["Service"]

/**
 * An adapter written as a class, whose calls are inherited and need `this`. It counts them, and
 * answers nothing.
 */
export class StubStorage {
  readonly called: Array<keyof Port> = []
  #answer(call: keyof Port): Effect.Effect<never> {
    this.called.push(call)
    return Effect.succeed([] as never)
  }
  commit() {
    return this.#answer("commit")
  }
  get() {
    return this.#answer("get")
  }
  getMany() {
    return this.#answer("getMany")
  }
  findUnique() {
    return this.#answer("findUnique")
  }
  page() {
    return this.#answer("page")
  }
  feed() {
    return this.#answer("feed")
  }
  feedEnd() {
    return this.#answer("feedEnd")
  }
  sums() {
    return this.#answer("sums")
  }
  claimDue() {
    return this.#answer("claimDue")
  }
  nextDue() {
    return this.#answer("nextDue")
  }
  dueJobs() {
    return this.#answer("dueJobs")
  }
  jobKinds() {
    return this.#answer("jobKinds")
  }
  scopes() {
    return this.#answer("scopes")
  }
  sweep() {
    return this.#answer("sweep")
  }
}
