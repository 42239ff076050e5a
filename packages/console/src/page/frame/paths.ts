/** The rooms that have a page of one thing, by the prefix of its id. */
const roomsOfIds: Readonly<Record<string, string>> = {
  payment: "payments",
  customer: "customers",
  sub: "subscriptions",
  plan: "plans",
  dispute: "disputes",
  checkout: "sessions"
}

/** Returns the path of the page that shows the thing with an id. Null if no page does. */
export const pathOfId = (id: string): string | null => {
  const room = roomsOfIds[id.slice(0, id.indexOf("_"))]
  return room === undefined ? null : `/${room}/${id}`
}
