import { typeCard } from "@payloom/example-kit/testing/payInPage"
import { openAccount } from "../../../../examples/standalone-server/src/testing/openAccount.ts"
import type { Taking } from "./Taking.ts"

const dataUrl = (svg: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`

const logo = dataUrl(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 40">
    <circle cx="20" cy="20" r="18" fill="#7c2d12"/>
    <circle cx="20" cy="20" r="8" fill="none" stroke="#fff" stroke-width="4"/>
    <text x="48" y="28" font-family="sans-serif" font-size="24" font-weight="700"
    fill="#7c2d12">Bean &amp; Co</text></svg>`
)

const look = {
  logo: { light: logo, dark: logo },
  palette: { Primary: "#7c2d12", Accent: "#c2410c", Surface: "#fff7ed" },
  css: ".button{border-radius:24px}.amount{letter-spacing:1px}",
  labels: { pay: "Brew it for {amount}", card_number: "Number on your card" },
  methodMarks: { card: ["visa", "amex", "corner_bank"] },
  layout: { gap: 20, measure: 420, boxes: { methods: "outlined" } }
} as const

/** A picture of the hosted page with a shop's own colours, texts and shapes. */
export const ownLook = {
  "own-look": async ({ openSession, server }) => {
    const account = await openAccount(server.database)
    try {
      const page = await openSession({
        template: await account.publish(look),
        cancel_url: `${server.url}/`
      })
      await typeCard(page, "approved")
      await page.frameLocator("iframe").locator("#securityCode").blur()
      return { page }
    } finally {
      await account.close()
    }
  }
} satisfies Taking
