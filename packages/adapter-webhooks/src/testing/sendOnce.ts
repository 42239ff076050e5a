import { webhookSender } from "../webhookSender.ts"
import { send } from "./senders.ts"

const [, , url = ""] = process.argv
const response = await send(webhookSender(), { url })
if (response._tag === "Failed") throw new Error(response.reason)
