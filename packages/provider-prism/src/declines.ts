export { declineTable } from "@payloom/core"
