import { html, nothing, render, type TemplateResult } from "lit"
import { repeat } from "lit/directives/repeat.js"
import type {
  AttemptLine,
  Board,
  BookedLine,
  EventLine,
  SentLine,
  Timeline
} from "../live/Board.ts"

type Cell = TemplateResult | string | typeof nothing

/** A section with a table. Existing rows keep their elements when new rows arrive. */
const listOf = <A extends { readonly id: string }>(
  title: string,
  columns: ReadonlyArray<string>,
  lines: ReadonlyArray<A>,
  cells: (line: A) => ReadonlyArray<Cell>
) => html`<section>
  <h2>${title}</h2>
  ${
    lines.length === 0
      ? html`<p>Nothing yet.</p>`
      : html`<div class="scrolled" tabindex="0" role="region" aria-label=${title}>
          <table>
            <thead>
              <tr>
                ${columns.map((column) => html`<th scope="col">${column}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${repeat(
                lines,
                ({ id }) => id,
                (line) => html`<tr>
                  ${cells(line).map((cell) => html`<td>${cell}</td>`)}
                </tr>`
              )}
            </tbody>
          </table>
        </div>`
  }
</section>`

const paymentLink = (payment: string | null): Cell =>
  payment === null
    ? nothing
    : html`<a href=${`/live/payments/${payment}`}><code>…${payment.slice(-8)}</code></a>`

const eventsOf = (events: ReadonlyArray<EventLine>) =>
  listOf("Events", ["When (UTC)", "What", "Payment", "More"], events, (event) => [
    event.at,
    html`<code>${event.type}</code> ${event.isInternal ? html`<small>internal</small>` : nothing}`,
    paymentLink(event.payment),
    event.note
  ])

const deliveriesOf = (deliveries: ReadonlyArray<SentLine>) =>
  listOf(
    "Webhooks",
    ["When (UTC)", "What", "Where to", "Status", "Tries"],
    deliveries,
    ({ at, type, url, status, tries }) => [at, html`<code>${type}</code>`, url, status, tries]
  )

const booksOf = (books: ReadonlyArray<BookedLine>) =>
  listOf("Books", ["When (UTC)", "What", "Payment", "Accounts"], books, (group) => [
    group.at,
    group.kind.replaceAll("_", " "),
    paymentLink(group.payment),
    entriesOf(group)
  ])

const entriesOf = ({ entries }: BookedLine) => html`<ul>
  ${entries.map(({ account, amount }) => html`<li>${amount} <code>${account}</code></li>`)}
</ul>`

const balancesOf = ({ balances }: Board) =>
  listOf(
    "Balances",
    ["Account", "Debits minus credits"],
    balances.map((line) => ({ ...line, id: `${line.account} ${line.balance}` })),
    ({ account, balance }) => [html`<code>${account}</code>`, balance]
  )

const boardOf = (board: Board) => html`
  ${eventsOf(board.events)} ${deliveriesOf(board.deliveries)} ${booksOf(board.books)}
  ${balancesOf(board)}
`

const factsOf = (facts: ReadonlyArray<readonly [string, string]>) => html`<dl>
  ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`

const attemptOf = (attempt: AttemptLine, nth: number) => html`<article>
  <h3>${nth + 1}. ${attempt.account ?? "No account"}: ${attempt.status}</h3>
  <p>
    At ${attempt.at}, by ${attempt.provider}.
    ${attempt.decline === null ? nothing : html`<strong>${attempt.decline}</strong>.`}
  </p>
  <h4>Why this route</h4>
  <p>${attempt.rule} Routing went by:</p>
  ${factsOf(attempt.facts)}
  <table>
    <thead>
      <tr><th scope="col">Account</th><th scope="col">Routing</th></tr>
    </thead>
    <tbody>
      ${attempt.candidates.map(
        ({ account, verdict }) => html`<tr><td>${account}</td><td>${verdict}</td></tr>`
      )}
    </tbody>
  </table>
</article>`

const timelineOf = (timeline: Timeline) => html`
  <p><a href="/live">Live page</a></p>
  <section><h2>Status</h2>${factsOf(timeline.payment)}</section>
  <section>
    <h2>Attempts</h2>
    ${timeline.attempts.length === 0 ? html`<p>Nothing yet.</p>` : timeline.attempts.map(attemptOf)}
  </section>
  ${eventsOf(timeline.events)} ${deliveriesOf(timeline.deliveries)} ${booksOf(timeline.books)}
`

const place = document.querySelector<HTMLElement>("[data-stream]")
const status = document.querySelector("[role=status]")
const address = place?.dataset.stream ?? ""

const say = (words: string): void => {
  if (status !== null && status.textContent !== words) status.textContent = words
}

const source = new EventSource(address)
source.addEventListener("open", () => say("Connected. This page updates itself."))
source.addEventListener("error", () => {
  const isOver = source.readyState === EventSource.CLOSED
  say(isOver ? "The server no longer answers. Reload the page." : "Connecting again…")
})
source.addEventListener("message", ({ data }) => {
  const shown = JSON.parse(data) as Board | Timeline
  if (place !== null) render("attempts" in shown ? timelineOf(shown) : boardOf(shown), place)
})
