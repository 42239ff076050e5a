/** The columns of PayPal's settlement report, version 9. */
const columns =
  '"CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type",' +
  '"Transaction Event Code","Transaction Initiation Date","Transaction Completion Date",' +
  '"Transaction Debit or Credit","Gross Transaction Amount","Gross Transaction Currency",' +
  '"Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field","Consumer ID",' +
  '"Payment Tracking ID","Store ID","Bank Reference ID","Credit Transactional Fee",' +
  '"Credit Promotional Fee","Credit Term"'

interface PaypalLine {
  readonly id: string
  readonly code: string
  readonly way: "CR" | "DR"
  readonly gross: number
  readonly fee?: readonly [way: "CR" | "DR", amount: number]
  readonly currency?: string
  readonly of?: string
}

/** Returns one row. Amounts are hundredths without a sign. Texts are quoted. */
export const paypalLine = ({ id, code, way, gross, fee, currency = "USD", of = "" }: PaypalLine) =>
  [
    `"SB","${id}","order, 7","${of}","${of === "" ? "" : "TXN"}","${code}"`,
    "2026/11/20 23:31:39 -0800,2026/11/20 23:31:40 -0800",
    `"${way}",${gross},"${currency}"`,
    fee === undefined ? '"",,""' : `"${fee[0]}",${fee[1]},"${currency}"`,
    '"say ""hi""","CONSUMER1","","","",,,'
  ].join(",")

/** Returns a section of one account, whose rows may be in several currencies. */
export const paypalSection = (
  rows: ReadonlyArray<string>,
  currencies: ReadonlyArray<string> = ["USD"]
): ReadonlyArray<string> => [
  '"SH",2026/11/20 00:00:00 -0800,2026/11/20 23:59:59 -0800,"ACCOUNT1",""',
  columns,
  ...rows,
  ...currencies.map((code) => `"SF","${code}",0,0,0,0,"CR",0,"CR",0,"CR",0,"CR",0,"CR",0,"CR",0`),
  `"SC",${rows.length}`
]

/** Returns a file of sections. */
export const paypalFile = (...sections: ReadonlyArray<ReadonlyArray<string>>): string =>
  [
    '"RH",2026/11/21 02:44:19 -0800,"A","ACCOUNT1",009,',
    '"FH",01',
    ...sections.flat(),
    '"RF","USD",0,0,0,0,"CR",0,"CR",0,"CR",0,"CR",0,"CR",0,"CR",0',
    '"RC",12',
    '"FF",12',
    ""
  ].join("\n")

/** Two sections with every kind of row that concerns a payment, and many that don't. */
export const paypalSample = paypalFile(
  paypalSection(
    [
      paypalLine({ id: "PAY1", code: "T0006", way: "CR", gross: 1250, fee: ["DR", 66] }),
      paypalLine({
        id: "PAY2",
        code: "T0003",
        way: "CR",
        gross: 834,
        fee: ["DR", 87],
        currency: "GBP"
      }),
      paypalLine({ id: "SENT", code: "T0001", way: "DR", gross: 3000 }),
      paypalLine({ id: "REF1", code: "T1107", way: "DR", gross: 500, fee: ["CR", 15], of: "PAY1" }),
      paypalLine({ id: "FEE1", code: "T0106", way: "DR", gross: 2000, of: "CB1" }),
      paypalLine({ id: "CB1", code: "T1201", way: "DR", gross: 1250, of: "PAY1" }),
      paypalLine({ id: "CR1", code: "T1202", way: "CR", gross: 1250, of: "CB1" }),
      paypalLine({ id: "RES1", code: "T2103", way: "DR", gross: 100 }),
      paypalLine({ id: "RES2", code: "T2104", way: "CR", gross: 100 })
    ],
    ["USD", "GBP"]
  ),
  paypalSection([
    paypalLine({ id: "REV1", code: "T1106", way: "DR", gross: 700, of: "PAY9" }),
    paypalLine({ id: "OUT1", code: "T0400", way: "DR", gross: 900 })
  ]),
  paypalSection([], [])
)
