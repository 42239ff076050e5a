import type { BillingCycle, Subscription } from "@payloom/core"
import { grantsAccess } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Html } from "@payloom/example-kit/page"
import { type TestCardName, type TimelineLine, testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { type Membership, memberCards, spans } from "./club.ts"
import { dayOf, layout, minuteOf, price } from "./layout.ts"

/** Returns the page of a membership: its status, its actions, and its history. */
export const membershipPage = (style: Asset, membership: Membership, refusal: string | null) => {
  const { subscription, cycles, history, now } = membership
  return layout(
    style,
    `Your subscription: ${subscription.status}`,
    html`<h1>Your subscription</h1>
${refusal === null ? "" : html`<p role="alert">${refusal}</p>`}
<section>
<h2>Status</h2>
${standing(membership)}
${actions(subscription)}
</section>
<section>
<h2>Time</h2>
<p>The shop and its engine have the time <strong>${minuteOf(now)} UTC</strong>. Move it ahead to run
everything that falls due by then. It never goes back.</p>
${action(
  subscription,
  "time",
  spans.map((span) => html`<button name="span" value="${span}">A ${span} ahead</button>`)
)}
</section>
<section>
<h2>Card</h2>
<p>The charged card is a ${membership.card}. An overdue amount is charged to a new card at
once. A declined card is retried after 1, 4, 9 and 16 days.</p>
${action(subscription, "card", cardChoice)}
</section>
<section>
<h2>Billing cycles</h2>
${cycleTable(cycles)}
</section>
<section>
<h2>History</h2>
${historyTable(history)}
</section>
<p><a href="/">Back to the shop</a></p>`
  )
}

const standing = ({ subscription, now }: Membership): Html => {
  const { currentPeriodStart, currentPeriodEnd, id, status } = subscription
  return html`<dl>
<dt>Status</dt><dd><strong>${status}</strong>: ${meaning(subscription)}</dd>
<dt>Price</dt><dd>${price(subscription)} a ${subscription.interval.unit}</dd>
<dt>Current period</dt><dd>${dayOf(currentPeriodStart)} to ${dayOf(currentPeriodEnd)}</dd>
<dt>Coffee today</dt><dd>${grantsAccess(subscription, now) ? "Yes" : "No"}</dd>
<dt>Subscription</dt><dd><code>${id}</code></dd>
</dl>`
}

const meaning = (subscription: Subscription): string => {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, cancelReason } = subscription
  const end = dayOf(currentPeriodEnd)
  if (cancelAtPeriodEnd && subscription.canceledAt === null) return `it ends on ${end}.`
  switch (status) {
    case "pending_first_payment":
      return "its first payment is in progress."
    case "trialing":
      return `it is free until ${end}, and charged from then on.`
    case "active":
      return `it is paid, and renews on ${end}.`
    case "past_due":
      return "a payment was declined, and will be retried."
    case "paused":
      return "nothing is charged until it is resumed."
    default:
      return cancelReason === null ? "it has ended." : `it has ended (${cancelReason}).`
  }
}

/** Returns the actions of a member in the current status. */
const actions = (subscription: Subscription): Html => {
  const { status, cancelAtPeriodEnd } = subscription
  const isBilled = status === "trialing" || status === "active" || status === "past_due"
  const [isPaused, isOverdue] = [status === "paused", status === "past_due"]
  return html`<div class="actions">
${isOverdue ? action(subscription, "recover", html`<button>Pay the overdue amount</button>`) : ""}
${isBilled ? action(subscription, "pause", html`<button>Pause</button>`) : ""}
${isPaused ? action(subscription, "resume", html`<button>Resume</button>`) : ""}
${
  (isBilled || isPaused) && !cancelAtPeriodEnd
    ? action(
        subscription,
        "cancel",
        html`<button name="at" value="period_end">Cancel at the period's end</button>`
      )
    : ""
}
${
  isBilled || isPaused
    ? action(subscription, "cancel", html`<button name="at" value="once">Cancel at once</button>`)
    : ""
}
</div>`
}

const action = ({ id }: Subscription, name: string, fields: Html | ReadonlyArray<Html>) => html`
<form class="actions" method="post" action="/shop/subscriptions/${id}/${name}">${fields}</form>`

const optionOf = (name: TestCardName) => {
  const { brand, number, does } = testCards[name]
  return html`<option value="${name}">${brand} ending in ${number.slice(-4)}: ${does}</option>`
}

const cardChoice = html`<label for="card">Test card</label>
<select id="card" name="card">${memberCards.map(optionOf)}</select>
<button>Change the card</button>`

const cycleTable = (cycles: ReadonlyArray<BillingCycle>) => html`<table>
<thead><tr><th scope="col">Cycle</th><th scope="col">Due</th><th scope="col">Amount</th>
<th scope="col">Status</th><th scope="col">Tries</th></tr></thead>
<tbody>
${cycles.map(
  (cycle) => html`<tr><td>${cycle.sequence === 0 ? "Trial" : cycle.sequence}</td>
<td>${dayOf(cycle.dueAt)}</td><td>${price(cycle)}</td>
<td><code>${cycle.status}</code></td><td>${cycle.attemptCount}</td></tr>`
)}
</tbody>
</table>`

const historyTable = (history: ReadonlyArray<TimelineLine>) => html`<table>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">What</th>
<th scope="col">More</th></tr></thead>
<tbody>
${history.map(
  ({ at, what, note }) => html`<tr><td>${minuteOf(at)}</td><td>${what}</td><td>${note}</td></tr>`
)}
</tbody>
</table>`
