import { testShapes } from "./testing/stripeContract.ts"

await testShapes(0)
