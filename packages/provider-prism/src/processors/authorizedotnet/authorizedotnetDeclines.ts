import { declineTable } from "@payloom/core"

/**
 * Response reason codes of Authorize.net for charges of cards. They were compared with a public
 * copy of its list on 2026-11-26, because the list itself could be read in part only. Code 2 is
 * for most of an issuer's reasons, so most declines are a `do_not_honor`.
 */
export const authorizedotnetDeclines = declineTable({
  notHonored: "2 3",
  blocked: "4 41 128 141 224 250 251 254",
  invalidCard: "6 7 27 37 127 200 201 315 316",
  expired: "8 223 317",
  limit: "49",
  wrongCode: "44 45 65 78 145 165",
  unreachable: "220",
  broken: "19 20 21 22 23 25 26 36 52 57 58 59 60 61 62 63 120 121 122 152 180 181 261",
  misrouted:
    "13 17 24 28 29 30 31 34 35 38 40 43 56 66 97 98 99 102 103 123 130 131 132 170 171 172 " +
    "173 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 221",
  currency: "39"
})
