const codes = (list: string): ReadonlyArray<string> => list.split(" ")

/** The codes of declines in Checkout.com's list of response codes, read on 2026-11-26. */
export const checkoutCodes = codes(
  "20001 20002 20003 20004 20005 20006 20009 20012 20013 20014 20015 20016 20017 20018 20019 " +
    "20020 20021 20022 20023 20024 20025 20026 20027 20028 20029 20030 20031 20032 20033 20038 " +
    "20039 20040 20042 20044 20045 20046 20051 20052 20053 20054 20055 20056 20057 20058 20059 " +
    "2005C 20060 20061 20062 20063 20064 20065 20066 20067 20068 2006P 20070 20072 20075 20078 " +
    "20081 20082 20083 20084 20085 20086 20087 20088 20089 20090 20091 20092 20093 20094 20095 " +
    "20096 20097 20098 20099 2009G 200A4 200A5 200A6 200E0 200E2 200E3 200N0 200N7 200P1 200P9 " +
    "200R1 200R3 200S4 200T2 200T3 200T5 20100 20101 20102 20103 20104 20105 20106 20107 20108 " +
    "20109 20110 20111 20112 20113 20114 20115 20116 20117 20118 20119 20120 20121 20122 20123 " +
    "20124 20150 20151 20152 20153 20154 20155 20156 20157 20159 20179 20182 20183 20193 20197 " +
    "20199 30004 30007 30015 30016 30017 30018 30019 30020 30021 30022 30033 30034 30035 30036 " +
    "30037 30038 30041 30043 30044 30045 30046 30404 30405 41101 41201 41202 41203 41204 41205 " +
    "41206 41301 42101 42201 42202 42203 42204 42205 42206 42301 43101 43102 43201 43202 43203 " +
    "43204 43205 43206 43301 43401"
)

/** Braintree's processor responses to authorizations of cards, read on 2026-11-26. */
export const braintreeCodes = codes(
  "2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 " +
    "2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030 2031 2032 2033 2034 2035 " +
    "2036 2037 2038 2039 2040 2041 2042 2043 2044 2045 2046 2047 2048 2049 2050 2051 2052 2053 " +
    "2055 2056 2057 2058 2059 2060 2061 2062 2064 2078 2080 2099 2101 2102 2103 2104 2105 2106 " +
    "2107 2108 3000"
)

/** The reasons for rejections in the schema of Braintree's GraphQL API. */
export const braintreeReasons = codes(
  "APPLICATION_INCOMPLETE AVS AVS_AND_CVV CVV DUPLICATE EXCESSIVE_RETRY FRAUD " +
    "MANUAL_TRANSACTIONS_DISABLED PAYMENT_METHOD_BLOCKED RISK_THRESHOLD THREE_D_SECURE " +
    "TOKEN_ISSUANCE TOO_MANY_CONFIRMATION_ATTEMPTS UNION_PAY_ENROLLMENT_REQUIRED"
)

/** The response codes in PayPal's OpenAPI document of the Orders API, without the two approvals. */
export const paypalCodes = codes(
  "00N7 0100 0390 0500 0580 0800 0880 0890 0960 0R00 1000 10BR 1300 1310 1312 1317 1320 1330 " +
    "1335 1340 1350 1352 1360 1370 1380 1382 1384 1390 1393 5100 5110 5120 5130 5135 5140 5150 " +
    "5160 5170 5180 5190 5200 5210 5400 5500 5650 5700 5710 5800 5900 5910 5920 5930 5950 6300 " +
    "7700 7710 7800 7900 8000 8010 8020 8030 8100 8110 8220 9100 9500 9510 9520 9530 9540 9600 " +
    "PCNR PCVV PP06 PPRN PPAD PPAB PPAE PPAG PPAI PPAR PPAU PPAV PPAX PPBG PPC2 PPCE PPCO PPCR " +
    "PPCT PPCU PPD3 PPDC PPDI PPDV PPDT PPEF PPEL PPER PPEX PPFE PPFI PPFR PPFV PPGR PPH1 PPIF " +
    "PPII PPIM PPIT PPLR PPLS PPMB PPMC PPMD PPNC PPNL PPNM PPNT PPPH PPPI PPPM PPQC PPRE PPRF " +
    "PPRR PPS0 PPS1 PPS2 PPS3 PPS4 PPS5 PPS6 PPSC PPSD PPSE PPTE PPTF PPTI PPTR PPTT PPTV PPUA " +
    "PPUC PPUE PPUI PPUP PPUR PPVC PPVE PPVT"
)

/**
 * The codes of Nuvei's gateway for charges, in two public copies of the list at
 * docs.nuvei.com/documentation/integration/response-handling, read on 2026-11-26. Codes of
 * credits, settles, voids, rebills and cheques are left out, and so is -1, which stands for every
 * decline of an issuer.
 */
export const nuveiCodes = codes(
  "1001 1002 1101 1102 1103 1104 1109 1110 1113 1114 1115 1116 1118 1119 1120 1125 1127 " +
    "1128 1129 1130 1131 1132 1133 1134 1136 1140 1141 1142 1143 1156 1159 1161 1163 1164 " +
    "1165 1201 1202 -1001 -1005 -1100 -1203"
)

/**
 * Rapyd's codes of refused payments, read on 2026-11-26: those in the beginnings of its pages of
 * errors at docs.rapyd.net, and those that a public program names from these pages.
 */
export const rapydCodes = codes(
  "ERROR_3DS_AUTHENTICATION_FAILURE ERROR_AUTHENTICATION_PHONE_UNAVAILABLE " +
    "ERROR_CARD_AUTHENTICATION_FAILURE ERROR_CARD_CVV_NOT_VALID ERROR_CARD_EXPIRED " +
    "ERROR_CARD_INFORMATION_NOT_VALID ERROR_CARD_NOT_AUTHENTICATED " +
    "ERROR_CARD_NOT_SUPPORTED_FOR_ECOMMERCE ERROR_CARD_NOT_VALID " +
    "ERROR_CARD_TRANSACTION_AMOUNT ERROR_CARD_TRANSACTION_FREQUENCY " +
    "ERROR_CREATE_PAYMENT_ADDRESS_VERIFICATION_FAILURE ERROR_CREATE_PAYMENT_CUSTOMER_CANCEL " +
    "ERROR_CREATE_PAYMENT_INSUFFICIENT_FUNDS ERROR_CREATE_PAYMENT_ODFI_CANCEL " +
    "ERROR_CREATE_PAYMENT_PAD_PROBLEM ERROR_CREATE_PAYMENT_SOURCE_UNAVAILABLE " +
    "ERROR_PAYER_UNKNOWN ERROR_PAYMENT_METHOD_EXPIRED ERROR_SCA_EXEMPTION_DECLINED " +
    "ERROR_TRANSACTION_FAILED ERROR_TRANSACTION_REJECTED_BY_CARD_PROCESSOR " +
    "ERROR_TRANSACTION_TYPE_NOT_SUPPORTED"
)

/**
 * Worldpay's refusal codes, read on 2026-11-26: the list for Access up to 14, at
 * developer.worldpay.com/products/reference/refusal-response, and the list in its own plugin for
 * SAP Commerce, at github.com/Worldpay/hybris.
 */
export const worldpayCodes = codes(
  "1 2 3 4 5 6 7 8 10 12 13 131 14 15 17 19 20 21 24 25 26 27 28 29 30 31 33 34 38 40 41 43 " +
    "58 64 68 80 85 91 92 94 97"
)

/**
 * The issuers' codes on Airwallex's pages about response codes, up to 76, and about advice codes,
 * and the codes of declines in its own plugin for Magento. Read on 2026-11-26.
 */
export const airwallexCodes = codes(
  "01 02 03 04 05 06 07 08 10 11 12 13 14 15 19 20 21 22 25 28 30 39 41 43 46 51 52 53 54 " +
    "55 57 58 59 61 62 63 64 65 70 71 75 76 79 82 83 3ds_not_supported amount_above_limit " +
    "amount_below_limit authentication_declined card_brand_not_supported configuration_error " +
    "currency_not_supported frequency_above_limit issuer_declined issuer_unavailable " +
    "no_3ds_liability_shift payment_method_not_allowed provider_declined provider_unavailable " +
    "rejected_by_routing_rules risk_declined suspended_from_online_payments"
)

/** The reasons of payments in the OpenAPI document of Cybersource's client of 2026-07-01. */
export const cybersourceReasons = codes(
  "AVS_FAILED CONTACT_PROCESSOR EXPIRED_CARD PROCESSOR_DECLINED INSUFFICIENT_FUND " +
    "STOLEN_LOST_CARD ISSUER_UNAVAILABLE UNAUTHORIZED_CARD CVN_NOT_MATCH EXCEEDS_CREDIT_LIMIT " +
    "INVALID_CVN BLOCKED_BY_CARDHOLDER DECLINED_CHECK BLACKLISTED_CUSTOMER SUSPENDED_ACCOUNT " +
    "PAYMENT_REFUSED CV_FAILED INVALID_ACCOUNT GENERAL_DECLINE INVALID_MERCHANT_CONFIGURATION " +
    "DECISION_PROFILE_REJECT SCORE_EXCEEDS_THRESHOLD PENDING_AUTHENTICATION " +
    "ACH_VERIFICATION_FAILED DECISION_PROFILE_REVIEW CONSUMER_AUTHENTICATION_REQUIRED " +
    "CONSUMER_AUTHENTICATION_FAILED ALLOWABLE_PIN_RETRIES_EXCEEDED PROCESSOR_ERROR " +
    "CUSTOMER_WATCHLIST_MATCH ADDRESS_COUNTRY_WATCHLIST_MATCH EMAIL_COUNTRY_WATCHLIST_MATCH " +
    "IP_COUNTRY_WATCHLIST_MATCH DAGGREJECTED DAGGDENIED DSYSREJECTED"
)

/**
 * Cybersource's reason codes of authorizations, in public copies of its list, read on 2026-11-26.
 */
export const cybersourceCodes = codes(
  "101 102 104 110 150 151 152 200 201 202 203 204 205 207 208 209 210 211 221 222 230 231 " +
    "232 233 234 235 236 240 250 475 476 480 520"
)

/**
 * Authorize.net's response reason codes for charges of cards, read on 2026-11-26: those of
 * declines in its own client at github.com/AuthorizeNet/sdk-java, and those of errors in the
 * document behind developer.authorize.net/api/reference/responseCodes.html, of which a public
 * copy is of 2020.
 */
export const authorizedotnetCodes = codes(
  "0 2 3 4 6 7 8 11 13 17 19 20 21 22 23 24 25 26 27 28 29 30 31 34 35 36 37 38 39 41 43 44 " +
    "45 49 52 56 57 58 59 60 61 62 63 65 66 78 97 98 99 102 103 120 121 122 123 127 128 130 " +
    "131 132 141 145 152 165 170 171 172 173 174 180 181 185 191 192 200 201 202 203 204 205 " +
    "206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 250 251 254 " +
    "261 288 315 316 317 318 328 901"
)

/** The reasons of failed card payments in Mollie's OpenAPI document of 2026-08-21. */
export const mollieReasons = codes(
  "authentication_abandoned authentication_failed authentication_required " +
    "authentication_unavailable_acs card_declined card_expired inactive_card " +
    "insufficient_funds invalid_cvv invalid_card_holder_name invalid_card_number " +
    "invalid_card_type possible_fraud refused_by_issuer unknown_reason"
)
