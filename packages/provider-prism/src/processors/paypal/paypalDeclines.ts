import { declineTable } from "../../declines.ts"

/**
 * Processor response codes and issues of PayPal's Orders API. They were not compared with its full
 * list. Codes without a clear meaning are left out.
 */
export const paypalDeclines = declineTable({
  notHonored: "0500 5100 0580 1300",
  declined:
    "1000 5150 5910 5930 9100 PPRF INSTRUMENT_DECLINED PAYMENT_SOURCE_DECLINED_BY_PROCESSOR",
  blocked:
    "0880 5135 5180 5190 5650 5900 6300 9500 9510 9520 9530 9540 PPAE PPAI PPCR PPFI PPFR PPLR " +
    "PPNC PPPH",
  invalidCard: "1310 1330 1335 1352 5200 5210 CARD_NUMBER_REQUIRED CARD_BRAND_NOT_SUPPORTED",
  expired: "5400 1384 CARD_EXPIRED REFERENCED_CARD_EXPIRED",
  noFunds: "5120",
  limit: "5700 5140 PPTV PPMD",
  wrongCode: "00N7 5110 PCVV INVALID_SECURITY_CODE_LENGTH",
  stepUp: "1382 PPSD",
  unreachable: "9600 0800 0960 5500",
  broken: "0R00 5170 8000 PPIF PPPM",
  misrouted: "CARD_TYPE_NOT_SUPPORTED PPUA PPUC",
  currency: "PPCE CURRENCY_NOT_SUPPORTED_FOR_CARD_TYPE"
})
