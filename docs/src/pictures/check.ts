import { resolve } from "node:path"
import { olderThanShown } from "./lock.ts"
import { allPictures } from "./pictures.ts"
import { complaintsAboutDocuments } from "./shownInDocuments.ts"

const root = resolve(import.meta.dirname, "../../..")

const older = await olderThanShown(root, allPictures)
const complaints = complaintsAboutDocuments(root, allPictures)
const advice = "Take the pictures again with `npm run pictures`, and look at those that are new."

for (const sentence of [...older, ...complaints]) process.stdout.write(`${sentence}\n`)
if (older.length > 0) process.stdout.write(`${advice}\n`)
process.exitCode = older.length + complaints.length > 0 ? 1 : 0
