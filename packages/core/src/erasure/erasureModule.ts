import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { ErasureCollection } from "./Erasure.ts"
import { eraseCustomer } from "./eraseCustomer.ts"
import { runErasure } from "./runErasure.ts"

/** The erasure of customers. */
export const erasureModule = {
  name: "erasure",
  collections: [ErasureCollection],
  services: {},
  addsTo: { customers: { erase: eraseCustomer } },
  routes: [],
  tags: {},
  events: {},
  jobs: { erase_customer: { lane: "upkeep", run: runErasure, rests: true } },
  followers: []
} satisfies EngineModule
