import { testShapes } from "./testing/adyenContract.ts"

testShapes(1)
