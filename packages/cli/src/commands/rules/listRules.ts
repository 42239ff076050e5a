import type { Run } from "../../command/Command.ts"
import { wireForm } from "../../output/wireForm.ts"

/** Lists the routing rules in force. */
export const listRules: Run<object, "database"> = async (_, { target }) => {
  const { routing } = (await target.account()).merchant
  const [rules, mids] = await Promise.all([routing.rules(), routing.listMids()])
  const names = new Map<string, string>(mids.map(({ id, name }) => [id, name]))
  return {
    kind: "table",
    table: {
      columns: [
        { title: "No.", align: "right" },
        { title: "Name", shrinks: true },
        { title: "Conditions", shrinks: true },
        { title: "Order" },
        { title: "Accounts", shrinks: true }
      ],
      rows: rules.map((rule, nth) => [
        `${nth + 1}`,
        rule.name,
        conditionsText(rule.conditions),
        rule.order,
        rule.targets.map(({ mid, weight }) => `${names.get(mid) ?? mid} ${weight}`).join(", ")
      ]),
      empty: "There are no rules: every account that can take a payment may get it."
    },
    json: { object: "list", data: wireForm(rules) }
  }
}

const conditionsText = (conditions: object): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join("/") : String(value)}`)
    .join(", ") || "always"
