import { describe, expect, it } from "vitest"
import { textsIn } from "../texts/testing/textsIn.ts"
import { buttonText } from "./buttonText.ts"
import type { PayerSession, Renewal } from "./PayerApi.ts"
import { termsOf } from "./subscriptionTerms.ts"
import { session as usual } from "./testing/flowOver.ts"

/** 9.00 EUR a month, from noon of January 12th. */
const renewal: Renewal = {
  amount: "900",
  due_at: "2027-01-12T12:00:00.000Z",
  trial_days: null,
  setup_fee: "0",
  end_after_cycles: null
}

const monthly = { unit: "month", count: 1 } as const

interface Plan extends Partial<Renewal> {
  /** The amount that is due today. */
  readonly today: string
  readonly interval?: PayerSession["interval"]
}

const sessionOf = ({ today, interval = monthly, ...own }: Plan, locale: string): PayerSession => ({
  ...usual,
  mode: "subscription",
  amount: today,
  interval,
  locale,
  renewal: { ...renewal, ...own }
})

/** All texts about the subscription. The last one is the button's. */
const said = (session: PayerSession): ReadonlyArray<string> => {
  const texts = textsIn(session.locale)
  const { today, later, ends } = termsOf(texts, session)
  return [today, later, ends, buttonText(texts, session)]
    .filter((line) => line !== null)
    .map((line) => line.replaceAll(/\s/g, " "))
}

const plans: Readonly<Record<string, Plan>> = {
  monthly: { today: "900" },
  "free to try": { today: "0", trial_days: 14 },
  "tried for money": { today: "600", trial_days: 1, setup_fee: "500" },
  "for three years": {
    today: "900",
    interval: { unit: "year", count: 1 },
    end_after_cycles: 3
  },
  "once more, every two weeks": {
    today: "0",
    trial_days: 1,
    interval: { unit: "week", count: 2 },
    end_after_cycles: 1
  }
}

/** The texts of the plans in each language, in the order of the plans. */
const sentences: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  en: [
    ["due today", "Then €9.00 every month, from January 12, 2027.", "Subscribe and pay €9.00"],
    [
      "due today",
      "14 days free, then €9.00 every month, from January 12, 2027.",
      "Start trial, then pay €9.00"
    ],
    [
      "due today, of which €5.00 is a one-time setup fee",
      "1 day for €1.00, then €9.00 every month, from January 12, 2027.",
      "Subscribe and pay €6.00"
    ],
    [
      "due today",
      "Then €9.00 every year, from January 12, 2027.",
      "Ends by itself after 3 payments of €9.00 each.",
      "Subscribe and pay €9.00"
    ],
    [
      "due today",
      "1 day free, then €9.00 every 2 weeks, from January 12, 2027.",
      "Ends by itself after one payment of €9.00.",
      "Start trial, then pay €9.00"
    ]
  ],
  de: [
    [
      "heute fällig",
      "Danach jeden Monat 9,00 €, ab dem 12. Januar 2027.",
      "Abonnieren und 9,00 € bezahlen"
    ],
    [
      "heute fällig",
      "14 Tage kostenlos, danach jeden Monat 9,00 €, ab dem 12. Januar 2027.",
      "Testphase starten, danach 9,00 € bezahlen"
    ],
    [
      "heute fällig, davon 5,00 € einmalige Einrichtungsgebühr",
      "1 Tag für 1,00 €, danach jeden Monat 9,00 €, ab dem 12. Januar 2027.",
      "Abonnieren und 6,00 € bezahlen"
    ],
    [
      "heute fällig",
      "Danach jedes Jahr 9,00 €, ab dem 12. Januar 2027.",
      "Endet von selbst nach 3 Zahlungen von je 9,00 €.",
      "Abonnieren und 9,00 € bezahlen"
    ],
    [
      "heute fällig",
      "1 Tag kostenlos, danach alle 2 Wochen 9,00 €, ab dem 12. Januar 2027.",
      "Endet von selbst nach einer Zahlung von 9,00 €.",
      "Testphase starten, danach 9,00 € bezahlen"
    ]
  ],
  fr: [
    [
      "à payer aujourd’hui",
      "Ensuite 9,00 € chaque mois, à partir du 12 janvier 2027.",
      "S’abonner et payer 9,00 €"
    ],
    [
      "à payer aujourd’hui",
      "14 jours gratuits, puis 9,00 € chaque mois, à partir du 12 janvier 2027.",
      "Commencer l’essai, puis payer 9,00 €"
    ],
    [
      "à payer aujourd’hui, dont 5,00 € de frais d’inscription uniques",
      "1 jour pour 1,00 €, puis 9,00 € chaque mois, à partir du 12 janvier 2027.",
      "S’abonner et payer 6,00 €"
    ],
    [
      "à payer aujourd’hui",
      "Ensuite 9,00 € chaque année, à partir du 12 janvier 2027.",
      "Prend fin automatiquement après 3 paiements de 9,00 € chacun.",
      "S’abonner et payer 9,00 €"
    ],
    [
      "à payer aujourd’hui",
      "1 jour gratuit, puis 9,00 € toutes les 2 semaines, à partir du 12 janvier 2027.",
      "Prend fin automatiquement après un paiement de 9,00 €.",
      "Commencer l’essai, puis payer 9,00 €"
    ]
  ],
  es: [
    [
      "a pagar hoy",
      "Después, 9,00 € cada mes, a partir del 12 de enero de 2027.",
      "Suscribirse y pagar 9,00 €"
    ],
    [
      "a pagar hoy",
      "14 días gratis, después 9,00 € cada mes, a partir del 12 de enero de 2027.",
      "Empezar la prueba y después pagar 9,00 €"
    ],
    [
      "a pagar hoy, incluida una cuota única de alta de 5,00 €",
      "1 día por 1,00 €, después 9,00 € cada mes, a partir del 12 de enero de 2027.",
      "Suscribirse y pagar 6,00 €"
    ],
    [
      "a pagar hoy",
      "Después, 9,00 € cada año, a partir del 12 de enero de 2027.",
      "Termina automáticamente después de 3 pagos de 9,00 € cada uno.",
      "Suscribirse y pagar 9,00 €"
    ],
    [
      "a pagar hoy",
      "1 día gratis, después 9,00 € cada 2 semanas, a partir del 12 de enero de 2027.",
      "Termina automáticamente después de un pago de 9,00 €.",
      "Empezar la prueba y después pagar 9,00 €"
    ]
  ],
  ja: [
    ["本日のお支払い", "その後は2027年1月12日から€9.00（毎月）。", "定期購入して€9.00を支払う"],
    [
      "本日のお支払い",
      "14日間無料、その後は2027年1月12日から€9.00（毎月）。",
      "お試しを開始し、その後€9.00を支払う"
    ],
    [
      "本日のお支払い（うち初期費用€5.00、初回のみ）",
      "1日間€1.00、その後は2027年1月12日から€9.00（毎月）。",
      "定期購入して€6.00を支払う"
    ],
    [
      "本日のお支払い",
      "その後は2027年1月12日から€9.00（毎年）。",
      "€9.00のお支払い3回で自動的に終了します。",
      "定期購入して€9.00を支払う"
    ],
    [
      "本日のお支払い",
      "1日間無料、その後は2027年1月12日から€9.00（2週間ごと）。",
      "€9.00のお支払い1回で自動的に終了します。",
      "お試しを開始し、その後€9.00を支払う"
    ]
  ]
}

describe("the terms of a subscription", () => {
  it.each(
    Object.entries(sentences).flatMap(([language, all]) =>
      Object.entries(plans).map(([name, plan], at) => [name, language, plan, all[at]] as const)
    )
  )("of a plan that is %s are whole sentences in %s", (_, language, plan, lines) => {
    expect(said(sessionOf(plan, language))).toEqual(lines)
  })

  it.each([
    ["en-GB", "Then €9.00 every month, from 12 January 2027."],
    ["de-AT", "Danach jeden Monat € 9,00, ab dem 12. Jänner 2027."],
    ["pt-BR", "Depois, € 9,00 todo mês, a partir de 12 de janeiro de 2027."],
    ["hu", "Then €9.00 every month, from January 12, 2027."]
  ])("have amounts and dates in the form of %s", (locale, later) => {
    expect(said(sessionOf({ today: "900" }, locale))).toContain(later)
  })

  it("name the day in UTC", () => {
    const dates = ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"].map((due_at) =>
      said(sessionOf({ today: "900", due_at }, "fr")).join(" ")
    )
    expect(dates[0]).toContain("à partir du 31 décembre 2026.")
    expect(dates[1]).toContain("à partir du 1er janvier 2027.")
  })

  it("say that nothing follows if nothing does", () => {
    const once = { ...sessionOf({ today: "900" }, "en"), renewal: null }
    const lines = ["due today", "Nothing is charged after that.", "Subscribe and pay €9.00"]
    expect(said(once)).toEqual(lines)
    const free = sessionOf({ today: "0", amount: "0" }, "en")
    expect(said(free)).toEqual(["due today", "Nothing is charged after that.", "Save card"])
  })
})
