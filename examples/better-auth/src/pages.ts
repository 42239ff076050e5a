import type { BillingPlan } from "@payloom/better-auth"
import type { Html } from "@payloom/example-kit/page"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"

const price = ({ amount, currency, interval }: BillingPlan): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return `${format.format(Number(amount) / 100)} a ${interval.unit}`
}

/** The home page, for a visitor or for a user by name. */
export const homePage = (name: string | null, plans: ReadonlyArray<BillingPlan>): Html => html`
<h1>Reading club</h1>
${plans.map((plan) => html`<p>${plan.title}: ${price(plan)}</p>`)}
<p id="problem" role="alert"></p>
${name === null ? signUpForm : accountPart(name)}
<p><a href="/members">The members' page</a></p>`

const signUpForm = html`<form id="sign-up">
<p><label>Name <input name="name" autocomplete="name" required></label></p>
<p><label>E-mail <input name="email" type="email" autocomplete="email" required></label></p>
<p><label>Password <input name="password" type="password" minlength="8"
autocomplete="new-password" required></label></p>
<p><button>Sign up</button> <button name="known" value="yes">Sign in</button></p>
</form>`

const accountPart = (name: string): Html => html`<p>Hello, ${name}.</p>
<p id="standing"></p>
<p><button id="subscribe" hidden>Subscribe</button> <button id="cancel" hidden>Cancel</button>
<button id="sign-out">Sign out</button></p>`

/** The members' page. */
export const membersPage: Html = html`<h1>Members</h1>
<p>This month we read "Walden". Welcome.</p>
<p><a href="/">Your account</a></p>`

/** The page for users without access. */
export const doorPage: Html = html`<h1>Members only</h1>
<p>Subscribe to read along.</p>
<p><a href="/">Your account</a></p>`

/** The hosted page. Its script adds the checkout element. */
export const payPage: Html = html`<h1>Payment</h1>
<p>Test cards: ${testCards.approved.number} pays, ${testCards.insufficient_funds.number} is
declined.</p>
<noscript><p>Please turn on JavaScript to pay.</p></noscript>`
