import { declineTable } from "@payloom/core"

/**
 * The extended codes of Nuvei's gateway, its errors of a request about the card (`api_…`), and the
 * connector's names of states without a code. The page of the codes
 * (docs.nuvei.com/documentation/integration/response-handling) was read in part, so codes may be
 * missing. A decline of an issuer has the code -1, and is judged by the scheme's code.
 */
export const nuveiDeclines = declineTable({
  declined: "ERROR",
  blocked: "1114 1116 1129",
  invalidCard: "1001 1101 1102 1103 1110 1115 api_1004 api_1007 api_1061",
  expired: "1002 api_1029",
  limit: "1127 1132",
  wrongCode: "1104 api_1062",
  stepUp: "REDIRECT",
  unreachable: "-1203 1134",
  misrouted: "-1001 -1005 1107 1109 1113 1131 1133 1136",
  broken: "1105 1118 1119 1120 1125 1128 1130"
})
