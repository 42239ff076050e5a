import { declineTable } from "@payloom/core"

/**
 * Response reason codes of Authorize.net for charges of cards, from its own document of the codes,
 * which was read in a public copy of 2020 on 2026-11-26. Code 2 is for most of an issuer's reasons,
 * so most declines are a `do_not_honor`. Codes after which the money may be held stop:
 *
 * - Authorize.net couldn't void the charge: 120, 121, 122, 127, 141, 145, 152, 165 and 181.
 * - It got no answer: 19 and 20.
 * - It rejected an approved charge, or didn't settle it: 27, 36, 44, 45, 52 and 65.
 * - The charge is a duplicate: 11, 222 and 318.
 */
export const authorizedotnetDeclines = declineTable({
  notHonored: "2 3",
  declined: "0 11 19 20 27 36 52 120 121 122 127 152 181 191 222 223 318",
  blocked: "4 41 128 141 250 251 254",
  invalidCard: "6 7 37 200 201 211 315 316",
  expired: "8 317",
  limit: "49",
  wrongCode: "44 45 65 78 145 165",
  unreachable: "220 901",
  broken: "21 22 23 25 26 57 58 59 60 61 62 63 180 192 224 261 328",
  misrouted:
    "13 17 24 28 29 30 31 34 35 38 40 43 56 66 97 98 99 102 103 123 130 131 132 170 171 172 " +
    "173 174 185 202 203 204 205 206 207 208 209 210 212 213 214 215 216 217 218 219 221 288",
  currency: "39"
})
