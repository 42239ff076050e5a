import { declineTable } from "@payloom/core"

/**
 * Braintree's processor response codes for authorizations of cards, its gateway's reasons for
 * rejections, and the states of a transaction that has no code. They are its whole lists, read on
 * 2026-11-26, without the codes of PayPal and Venmo. A code for a duplicate stops, because the
 * first transaction may have been made.
 */
export const braintreeDeclines = declineTable({
  notHonored: "2000 2011 2038 2041 2044 2046",
  declined:
    "2016 2034 2035 2036 2037 2039 2050 2059 2061 2101 2102 2103 2104 2105 2106 AVS " +
    "AUTHORIZATION_EXPIRED DUPLICATE FAILED PROCESSOR_DECLINED SETTLEMENT_DECLINED " +
    "TOKEN_ISSUANCE VOIDED",
  blocked:
    "2012 2013 2014 2017 2018 2020 2021 2022 2043 2047 2053 2057 2107 2108 EXCESSIVE_RETRY " +
    "FRAUD PAYMENT_METHOD_BLOCKED RISK_THRESHOLD TOO_MANY_CONFIRMATION_ATTEMPTS",
  unsuitable: "2015 2019",
  invalidCard: "2005 2007 2008 2009 2029 2051",
  expired: "2004 2006",
  noFunds: "2001",
  limit: "2002 2003",
  wrongCode: "2010 2060 AVS_AND_CVV CVV",
  stepUp: "2099 THREE_D_SECURE",
  unreachable: "3000",
  broken: "2031 2033 2078",
  misrouted:
    "2023 2024 2025 2026 2028 2030 2032 2040 2042 2045 2049 2052 2055 2056 2058 2062 2080 " +
    "APPLICATION_INCOMPLETE MANUAL_TRANSACTIONS_DISABLED UNION_PAY_ENROLLMENT_REQUIRED",
  currency: "2064",
  elsewhere: "2027 2048"
})
