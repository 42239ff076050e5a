import {
  AttemptCollection,
  type FigureAmount,
  FigureChangeCollection,
  figureAmounts,
  PaymentCollection,
  ReportedPaymentCollection,
  summedUp
} from "@payloom/core"
import { everyRow } from "../../audit/everyRow.ts"
import { type Shop, second } from "./openShop.ts"

/** Brings the reports of a shop without workers up to date. */
export const report = async (shop: Shop): Promise<void> => {
  await shop.process().payloom.reporting.run()
  await shop.elapse(second)
}

/**
 * Compares the kept figures with a walk over all reported rows, and the rows with the payments.
 * Returns one sentence for each difference.
 */
export const reportFindings = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  const { scope } = shop.shop()
  const all = { keyFrom: "", keyTo: "~" }
  const rows = await shop.run(everyRow(shop.storage, scope, ReportedPaymentCollection))
  const payments = await shop.run(everyRow(shop.storage, scope, PaymentCollection))
  const attempts = await shop.run(everyRow(shop.storage, scope, AttemptCollection))
  const sums = (name: string) =>
    shop.run(shop.storage.sums(scope, FigureChangeCollection, name, all))
  const amounts = rows.flatMap(figureAmounts)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const stale = payments.filter((payment) => {
    const row = byId.get(payment.id)
    const own = attempts.filter((attempt) => attempt.payment === payment.id)
    return (
      row === undefined ||
      row.status !== payment.status ||
      row.amountCaptured !== payment.amountCaptured ||
      row.amountRefunded !== payment.amountRefunded ||
      row.disputed !== payment.disputed ||
      row.attempts.length !== own.length ||
      row.refunds.reduce((sum, { amount }) => sum + amount, 0n) !== payment.amountRefunded
    )
  })
  return [
    ...stale.map(({ id, status }) => `${id} (${status}) is not reported as it is`),
    ...differences("hours", await sums("hours"), amounts),
    ...differences(
      "days",
      await sums("days"),
      amounts.map((each) => ({ ...each, hour: each.hour.slice(0, 10) }))
    )
  ]
}

const differences = (
  name: string,
  kept: ReadonlyArray<{ readonly key: string; readonly amount: bigint }>,
  amounts: ReadonlyArray<FigureAmount>
) => {
  const walked = new Map(
    summedUp(amounts).map(({ hour, figure, amount }) => [`${hour}/${figure}`, amount])
  )
  const keys = new Set([...walked.keys(), ...kept.map(({ key }) => key)])
  const found = new Map(kept.map(({ key, amount }) => [key, amount]))
  return [...keys].flatMap((key) => {
    const [one, other] = [found.get(key) ?? 0n, walked.get(key) ?? 0n]
    return one === other ? [] : [`${name} ${key}: ${one} is kept, but the rows add up to ${other}`]
  })
}
