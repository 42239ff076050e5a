import { describeContract, quickProcessors } from "./testing/describeContract.ts"

describeContract((processor) => quickProcessors.has(processor))
