import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright-core"
import { newKey, type Scene } from "./openScene.ts"

/** A person on a page of the console, whose clicks are counted. */
export interface Person {
  readonly page: Page
  readonly click: (what: Locator) => Promise<void>
  /** Waits until the page shows a text. */
  readonly reads: (text: string | RegExp) => Promise<void>
}

/** A task of an operator. */
export interface Task {
  /** The question or the act, as an operator would say it. */
  readonly name: string
  /** Makes what the task is about. Returns the words that the operator knows of it. */
  readonly prepare: (scene: Scene) => Promise<string>
  /** Does the task, from the first page on. */
  readonly run: (person: Person, known: string, scene: Scene) => Promise<void>
}

const dayMs = 86_400_000

/** Types into the search field, which a key opens, and opens the first hit. */
const search = async ({ page }: Person, text: string, kind: string): Promise<void> => {
  await page.keyboard.press("/")
  await page.keyboard.type(text)
  await page.getByRole("option", { name: kind }).first().waitFor()
  await page.keyboard.press("Enter")
}

const follow = ({ page, click }: Person, name: string) =>
  click(page.getByRole("link", { name, exact: true }))

const press = ({ page, click }: Person, name: string) =>
  click(page.getByRole("button", { name, exact: true }))

const payments: ReadonlyArray<Task> = [
  {
    name: "Why was it declined?",
    prepare: (scene) => scene.pay("insufficient_funds"),
    run: async (person, payment) => {
      await search(person, payment, "Payment")
      await person.reads(/^Insufficient funds: /)
    }
  },
  {
    name: "Refund half",
    prepare: (scene) => scene.pay("approved"),
    run: async (person, payment) => {
      await search(person, payment, "Payment")
      await press(person, "Refund…")
      await press(person, "Half")
      await press(person, "Refund €6.25")
      await person.reads("Partially refunded")
    }
  },
  {
    name: "Find a customer's last payments",
    prepare: async (scene) => {
      const address = `ada-${newKey().idempotencyKey}@lovelace.example`
      const payer = await scene.payer("Ada Lovelace", address)
      for (let nth = 0; nth < 3; nth += 1) await scene.pay("approved", payer)
      return address
    },
    run: async (person, address) => {
      await search(person, address, "Customer")
      await person.reads("Last payments")
      await person.page
        .getByRole("link", { name: /^€12\.50, Succeeded/ })
        .nth(2)
        .waitFor()
    }
  },
  {
    name: "Resolve an unknown attempt",
    prepare: (scene) => scene.pay("timeout_not_charged"),
    run: async (person, payment) => {
      await search(person, payment, "Payment")
      await press(person, "Resolve…")
      await person.click(person.page.getByLabel("Nothing was taken"))
      await press(person, "Resolve this attempt")
      await person.reads("The attempt is resolved.")
    }
  },
  {
    name: "Export a month",
    prepare: async () => {
      const today = new Date()
      const first = (months: number) =>
        Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1)
      const day = (time: number) => new Date(time).toISOString().slice(0, 10)
      return `${day(first(1))} ${day(first(0) - dayMs)}`
    },
    run: async (person, days) => {
      const { page } = person
      const [from = "", to = ""] = days.split(" ")
      await follow(person, "Payments")
      await person.click(page.getByText("Export CSV"))
      const downloading = page.waitForEvent("download")
      await follow(person, "Last month")
      const file = await readFile(await (await downloading).path(), "utf8")
      const [head = "", ...lines] = file.trim().split("\r\n")
      const isOf = (line: string) => line.slice(0, 10) >= from && line.slice(0, 10) <= to
      if (!head.startsWith("created,payment,status,") || !lines.every(isOf)) {
        throw new Error("the file has other rows than those of the month")
      }
    }
  }
]

const others: ReadonlyArray<Task> = [
  {
    name: "Which webhook failed? Send it again",
    prepare: async (scene) => {
      scene.receiver.status = 500
      await scene.merchant.webhooks.create({ url: "https://shop.example/hooks" })
      await scene.pay("approved")
      await isFailing(scene)
      scene.receiver.status = 200
      return ""
    },
    run: async (person) => {
      await follow(person, "Webhooks failing")
      await person.reads("HTTP 500")
      await person.click(person.page.getByRole("button", { name: /^Send .* again$/ }).first())
      await press(person, "Send again")
      await person.reads("The delivery is queued.")
    }
  },
  {
    name: "Whose dispute is due this week?",
    prepare: async (scene) => {
      const payer = await scene.payer("Charles Babbage", "charles@babbage.example")
      await scene.dispute(await scene.pay("approved", payer), Date.now() + 2 * dayMs)
      return "Charles Babbage"
    },
    run: async (person) => {
      await follow(person, "Disputes")
      const group = person.page.locator("tbody", { hasText: "Due in the next 7 days" }).first()
      await group.getByRole("link").first().waitFor()
    }
  },
  {
    name: "Stop an account that fails",
    prepare: async ({ merchant }) => {
      const stopped = (await merchant.routing.listMids()).filter(({ enabled }) => !enabled)
      for (const { id } of stopped) await merchant.routing.updateMid(id, { enabled: true })
      return ""
    },
    run: async (person) => {
      await follow(person, "Routing")
      await person.click(person.page.getByRole("button", { name: "Stop…" }).last())
      await press(person, "Stop")
      await person.reads("The account is stopped.")
    }
  },
  {
    name: "What will this subscription be charged, and when?",
    prepare: async (scene) => {
      const name = `Mary Somerville ${newKey().idempotencyKey.slice(0, 8)}`
      const payer = await scene.payer(name, "mary@somerville.example")
      await scene.merchant.subscriptions.create(
        { ...payer, amount: 999n, currency: "EUR", interval: { unit: "month", count: 1 } },
        newKey()
      )
      return name
    },
    run: async (person, name) => {
      await follow(person, "Subscriptions")
      await follow(person, name)
      const next = person.page.locator("section", { hasText: "Next charges" }).first()
      await next.getByText("€9.99").first().waitFor()
    }
  },
  {
    name: "Where is this payout's money?",
    prepare: async ({ merchant, pay }) => {
      const payout = `po_${newKey().idempotencyKey.slice(0, 8)}`
      const { data } = await merchant.payments.listAttempts(await pay("approved"))
      const [attempt] = data
      const row = {
        reference: attempt?.id ?? "",
        kind: "charge",
        gross: 1250n,
        fee: 44n,
        currency: "EUR",
        settlement: payout
      } as const
      const hourMs = 3_600_000
      const [from, to] = [Date.now() - hourMs, Date.now() + hourMs]
      await merchant.ledger.reconcile([row], { mid: attempt?.mid ?? "", from, to })
      return payout
    },
    run: async (person, payout) => {
      await follow(person, "Ledger")
      await person.page.getByLabel("Where is a payout's money?").fill(payout)
      await person.page.keyboard.press("Enter")
      await person.reads("€12.06")
    }
  }
]

const isFailing = async ({ merchant }: Scene): Promise<void> => {
  for (;;) {
    if ((await merchant.reporting.attention()).deliveriesFailing > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The ten tasks of an operator. */
export const tasks: ReadonlyArray<Task> = [...payments, ...others]
