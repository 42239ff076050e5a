import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { reconcileWithProviders } from "./reconcileWithProviders.ts"

/** The reconciliation of the books with what the providers know. */
export const restoreModule = {
  name: "restore",
  collections: [],
  services: {},
  addsTo: { background: { reconcileWithProviders } },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
