import { childSetup, type SharedSetup, setupVariable } from "./bankSetups.ts"

/** The setup of `payloom reconcile`, which runs in a process of its own. */
export default () => childSetup(JSON.parse(process.env[setupVariable] ?? "") as SharedSetup)
