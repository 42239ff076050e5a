import { AttemptCollection, MidCollection, type RawNotification } from "@payloom/core"
import { checkAlone, compare, countPlace, withoutReads } from "../Check.ts"
import { unknownId } from "../idSlots.ts"
import { type Asked, type HttpGround, send } from "./HttpGround.ts"

const path = "/providers/{id}/notifications"

/**
 * Sends notifications to the merchant accounts of everybody. Without a valid signature, the answer
 * is the one to an account that doesn't exist. A notification to an own account changes no row of
 * others, also if it is about a charge of theirs.
 */
export const checkNotifications = async (http: HttpGround): Promise<void> => {
  const { check } = http
  const { ground } = check
  const sent = await notificationsOf(http)
  const [authentic] = sent
  if (authentic === undefined) return
  const forged: ReadonlyArray<readonly [string, RawNotification]> = [
    ["nothing", { headers: {}, body: "" }],
    ["no signature", { headers: {}, body: authentic.body }],
    ["another body", { headers: authentic.headers, body: `${authentic.body} ` }]
  ]
  const mids = await Promise.all(ground.tenants.map((tenant) => ground.rows(tenant, MidCollection)))
  for (const { id } of mids.flat()) {
    for (const [name, raw] of forged) {
      const place = `POST ${path} ${name}`
      countPlace(check, place)
      const nobodys = unknownId(id, check.random)
      // The account is read for its secret. Nobody can guess ids, which have 80 random bits.
      const answerOf = async (to: string) =>
        withoutReads(await send(http, notificationTo(to, raw), { [to]: "ID" }))
      const given = await answerOf(id)
      compare(check, place, given, await answerOf(nobodys))
    }
  }
  const [ownMid] = mids[0] ?? []
  for (const raw of ownMid === undefined ? [] : sent) {
    const place = `POST ${path} of another`
    countPlace(check, place)
    checkAlone(check, place, await send(http, notificationTo(ownMid?.id ?? "", raw), {}))
  }
}

const notificationTo = (id: string, { headers, body }: RawNotification): Asked => ({
  method: "POST",
  path,
  id,
  query: {},
  body,
  headers
})

/** The most notifications about charges of others that are sent. */
const most = 5

/** Returns authentic notifications about charges of the other merchants. */
const notificationsOf = async ({ check }: HttpGround): Promise<ReadonlyArray<RawNotification>> => {
  const { run, box, rows, tenants } = check.ground
  const attempts = await Promise.all(
    tenants.slice(1).map((tenant) => rows(tenant, AttemptCollection))
  )
  const charges = await run(box.bank.charges())
  const references = new Set(charges.map(({ reference }) => reference))
  const known = attempts.flat().filter(({ id }) => references.has(id))
  return Promise.all(known.slice(0, most).map(({ id }) => run(box.notifications.charge(id))))
}
