import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { accountHealth } from "./accountHealth.ts"
import { MidCollection } from "./Mid.ts"
import { createMid, listMids, updateMid } from "./mids.ts"
import { RoutingTableCollection } from "./RoutingRule.ts"
import { routingRules, setRoutingRules } from "./setRules.ts"

/** Merchant accounts at providers, and the rules that choose among them. */
export const routingModule = {
  name: "routing",
  collections: [MidCollection, RoutingTableCollection],
  services: {
    routing: {
      handle: "scope",
      operations: {
        createMid,
        updateMid,
        listMids,
        health: accountHealth,
        rules: routingRules,
        setRules: setRoutingRules
      },
      walks: {}
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
