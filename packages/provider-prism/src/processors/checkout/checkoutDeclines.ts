import { declineTable } from "../../declines.ts"

/**
 * Response codes of Checkout.com. They were not compared with its full list. A canceled or expired
 * payment has no response code, so these two are the connector's names.
 */
export const checkoutDeclines = declineTable({
  notHonored: "20001 20002 20005 20046 20060 20099",
  declined: "20017 20018 20021 20110 20112 20179 20182 30018 canceled expired",
  blocked:
    "20004 20059 20062 20063 20064 20066 20067 20078 20093 20183 30004 30007 30033 30034 30035 " +
    "30036 30041 30043 30046 30016 40101 40201 40202 40203 40204 40205",
  invalidCard: "20014 20015 20039 20042 20052 20053 20056 20100 20101 30015",
  expired: "20054",
  noFunds: "20051",
  limit: "20061 20065 20075 20038 20113",
  wrongCode: "20082 20087 20055",
  stepUp: "20154",
  unauthenticated: "20150 20151 20152 20155",
  unreachable: "20068 20091 20092",
  broken: "20006 20009 20012 20019 20020 20022 20030 20031 20090 20094 20095 20096 20153 20159",
  misrouted: "20003 20040 20057 20058 20103 20104 20105 20106 20156 20157",
  currency: "20107",
  elsewhere: "20013 20023 20108"
})
