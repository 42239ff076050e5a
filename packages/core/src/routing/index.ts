/** The public names of merchant accounts and routing. */

export type { AccountHealth } from "./accountHealth.ts"
export * from "./chooseRoute.ts"
export * from "./Mid.ts"
export * from "./mids.ts"
export * from "./Route.ts"
export * from "./RoutingRule.ts"
export * from "./setRules.ts"
