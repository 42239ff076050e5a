import { declineTable } from "@payloom/core"

/**
 * The codes of Nuvei's gateway for charges of cards, its errors of a request about the card
 * (`api_…`), and the connector's names of states without a code. The list of the gateway's codes
 * was read in public copies on 2026-11-26. A decline of an issuer has the code -1, and is judged by
 * the scheme's code. The filters of the card's code and of the address may reject a charge that the
 * issuer has approved, so they stop. A time-out stops for the same reason.
 */
export const nuveiDeclines = declineTable({
  declined: "ERROR -1100 -1203 1119 1120 1134",
  blocked: "1114 1116 1129",
  invalidCard: "1001 1101 1102 1103 1110 1115 1164 1165 api_1004 api_1007 api_1061",
  expired: "1002 api_1029",
  limit: "1127 1132",
  wrongCode: "1104 1118 1161 api_1062",
  stepUp: "REDIRECT",
  misrouted: "-1001 -1005 1107 1109 1113 1130 1131 1133 1136 1140 1141 1142 1143 1156 1159 1163",
  broken: "1105 1125 1128",
  currency: "1202",
  elsewhere: "1201"
})
