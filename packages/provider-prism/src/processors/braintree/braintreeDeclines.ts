import { declineTable } from "../../declines.ts"

/**
 * Braintree's processor response codes for authorizations, its gateway's reasons for rejections,
 * and the states of a transaction that has no code. They were not compared with its full list.
 */
export const braintreeDeclines = declineTable({
  notHonored: "2000 2044 2046",
  declined: "2015 2020 2034 2035 2041 2045 2077 2102 2103 DUPLICATE PROCESSOR_DECLINED VOIDED",
  blocked:
    "2012 2013 2014 2019 2021 2022 2047 2053 2057 2084 2107 2108 FRAUD RISK_THRESHOLD " +
    "PAYMENT_METHOD_BLOCKED EXCESSIVE_RETRY TOO_MANY_CONFIRMATION_ATTEMPTS",
  invalidCard: "2005 2007 2008 2009 2051 2111 AVS",
  expired: "2004 2006 AUTHORIZATION_EXPIRED",
  noFunds: "2001",
  limit: "2002 2003 2075",
  wrongCode: "2010 AVS_AND_CVV CVV",
  stepUp: "2099 THREE_D_SECURE",
  unreachable: "2016 3000 2038",
  broken: "2011 2025 2026 2036 2050 2110 FAILED SETTLEMENT_DECLINED",
  misrouted: "2017 2018 2027 2028 2040 APPLICATION_INCOMPLETE MANUAL_TRANSACTIONS_DISABLED",
  currency: "2039"
})
