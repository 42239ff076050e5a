import { type AlertType, alertAdvice, alertTypes } from "@payloom/core"
import { wrapped } from "./wrapped.ts"

const row = (type: AlertType): string => {
  const { about, what, action } = alertAdvice(type)
  return `| \`${type}\` | ${[about, what, action].join(" | ")} |`
}

/** Returns the text of `alerts.md`, the events for people who operate an engine. */
export const alerts = (): string => `# Alerts

${wrapped(`An alert reports something that a person should look at, because the engine can't decide
it or must not. An alert is an event. The commit of its cause stores it, and it is never published
to webhooks. Once that commit is durable, the \`onAlert\` hook gets it as \`{ scope, event }\`. The
event's \`data.object\` is its resource, and \`data.payment_id\` is the payment. Consumers get it
like [any other event](../reference/events.md). \`alert.storage_lost\` is the exception: it is not
stored.`)}

${wrapped(`Each stored alert is also a row that people take and resolve.
\`alerts.list({ state: "open" })\` returns the open ones, newest first. \`alerts.take\` and
\`alerts.resolve\` record who deals with an alert, and \`alerts.reopen\` takes that back. Some
alerts end by themselves: a late charge that was reversed, an outcome that became known, a
renewal that was charged, a refund, capture or void that a refused account carried out after all, an
enabled endpoint, a booked notification. The commit that ends such an
alert resolves it. \`alertAdvice(type)\` returns the texts below.`)}

| Alert | About | What happened | What to do |
|---|---|---|---|
${alertTypes.map(row).join("\n")}
`
