import { onStop } from "@payloom/example-kit/onStop"
import { readPort } from "@payloom/example-kit/readPort"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { startClub } from "./startClub.ts"

await startOrSayWhy(async () => {
  const club = await startClub({ port: await readPort(3000), folder: "." })
  onStop(club.close)
  process.stdout.write(`The reading club listens at ${club.url}\n`)
})
