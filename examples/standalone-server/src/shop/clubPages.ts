import type { BillingCycle, Subscription } from "@payloom/core"
import { grantsAccess } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Html } from "@payloom/example-kit/page"
import { type TestCardName, type TimelineLine, testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { type Membership, memberCards, spans } from "./club.ts"
import { dayOf, layout, minuteOf, price } from "./layout.ts"

/** A membership: how it stands, what can be done about it, and what happened. */
export const membershipPage = (style: Asset, membership: Membership, refusal: string | null) => {
  const { subscription, cycles, history, now } = membership
  return layout(
    style,
    `Your subscription: ${subscription.status}`,
    html`<h1>Your subscription</h1>
${refusal === null ? "" : html`<p role="alert">${refusal}</p>`}
<section>
<h2>How it stands</h2>
${standing(membership)}
${deeds(subscription)}
</section>
<section>
<h2>Time</h2>
<p>For this shop and its engine it is <strong>${minuteOf(now)} UTC</strong>. Move it ahead, and what
falls due by then happens, in its order. It never goes back.</p>
${deed(
  subscription,
  "time",
  spans.map((span) => html`<button name="span" value="${span}">A ${span} ahead</button>`)
)}
</section>
<section>
<h2>Card</h2>
<p>The card that is charged is a ${membership.card}. What is overdue is charged to another one at
once; a card that declines is tried again 1, 4, 9 and 16 days after it did.</p>
${deed(subscription, "card", cardChoice)}
</section>
<section>
<h2>Billing cycles</h2>
${cycleTable(cycles)}
</section>
<section>
<h2>What happened</h2>
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
      return "its first payment is under way."
    case "trialing":
      return `it is tried out for free, and charged from ${end} on.`
    case "active":
      return `it is paid, and renewed on ${end}.`
    case "past_due":
      return "a payment was declined, and is tried again until it is too late."
    case "paused":
      return "nothing is charged until it is resumed."
    default:
      return cancelReason === null ? "it is over." : `it is over (${cancelReason}).`
  }
}

/** What a member can do as their subscription stands. */
const deeds = (subscription: Subscription): Html => {
  const { status, cancelAtPeriodEnd } = subscription
  const isBilled = status === "trialing" || status === "active" || status === "past_due"
  const [isPaused, isOverdue] = [status === "paused", status === "past_due"]
  return html`<div class="deeds">
${isOverdue ? deed(subscription, "recover", html`<button>Pay what is owed</button>`) : ""}
${isBilled ? deed(subscription, "pause", html`<button>Pause</button>`) : ""}
${isPaused ? deed(subscription, "resume", html`<button>Resume</button>`) : ""}
${
  (isBilled || isPaused) && !cancelAtPeriodEnd
    ? deed(
        subscription,
        "cancel",
        html`<button name="at" value="period_end">Cancel at the period's end</button>`
      )
    : ""
}
${
  isBilled || isPaused
    ? deed(subscription, "cancel", html`<button name="at" value="once">Cancel at once</button>`)
    : ""
}
</div>`
}

const deed = ({ id }: Subscription, name: string, fields: Html | ReadonlyArray<Html>) => html`
<form class="deeds" method="post" action="/shop/subscriptions/${id}/${name}">${fields}</form>`

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
