import { counted } from "./counted.ts"
import type { Texts, Trial } from "./Texts.ts"

const single = { day: "jeden Tag", week: "jede Woche", month: "jeden Monat", year: "jedes Jahr" }
const several = { day: "Tage", week: "Wochen", month: "Monate", year: "Jahre" }

const then = (trial: Trial | null): string => {
  if (trial === null) return "Danach"
  const days = counted("de", trial.days, { one: "% Tag", other: "% Tage" })
  return `${days} ${trial.amount === null ? "kostenlos" : `für ${trial.amount}`}, danach`
}

export const de: Texts = {
  language: "de",
  pay: (amount) => `${amount} bezahlen`,
  subscribe: (amount) => `Abonnieren und ${amount} bezahlen`,
  startTrial: (amount) => `Testphase starten, danach ${amount} bezahlen`,
  saveCard: "Karte speichern",
  every: (count, unit) => (count === 1 ? single[unit] : `alle ${count} ${several[unit]}`),
  terms: {
    today: "heute fällig",
    todayWithFee: (fee) => `heute fällig, davon ${fee} einmalige Einrichtungsgebühr`,
    later: ({ amount, often, from, trial }) => `${then(trial)} ${often} ${amount}, ab dem ${from}.`,
    ends: (payments, amount) =>
      counted("de", payments, {
        one: `Endet von selbst nach einer Zahlung von ${amount}.`,
        other: `Endet von selbst nach % Zahlungen von je ${amount}.`
      }),
    nothingLater: "Danach wird nichts mehr abgebucht."
  },
  payTo: (merchant) => `Zahlung an ${merchant}`,
  back: (merchant) => `Zurück zu ${merchant}`,
  testMode: "Testmodus",
  loading: "Wird geladen …",
  attribution: "Bereitgestellt mit Payloom",
  card: {
    title: "Kartendaten",
    number: "Kartennummer",
    expiry: "Gültig bis",
    expiryShape: "MM / JJ",
    securityCode: "Prüfziffer",
    encrypted: "Ihre Kartendaten werden verschlüsselt, bevor sie dieses Gerät verlassen."
  },
  mistakes: {
    number: "Geben Sie die Nummer so ein, wie sie auf der Karte steht.",
    expiry: "Geben Sie Monat und Jahr ein, etwa 05 / 30.",
    expired: "Diese Karte ist abgelaufen.",
    securityCode: "Geben Sie die 3 oder 4 Stellen der Prüfziffer ein.",
    card: "Bitte prüfen Sie die Kartendaten."
  },
  cardUnreachable: "Die Kartenfelder laden nicht. Bitte prüfen Sie Ihre Verbindung.",
  details: "Details",
  items: "Positionen",
  total: "Summe",
  challenge: {
    title: "Ihre Bank möchte die Zahlung bestätigen",
    text: "Bitte folgen Sie den Anweisungen unten."
  },
  choose: "Wie möchten Sie bezahlen?",
  byCard: "Karte",
  nextStep: (method) => `Im nächsten Schritt schließen Sie die Zahlung mit ${method} ab.`,
  leaving: {
    title: "Einen Moment",
    text: "Sie werden zu der Seite gebracht, auf der Sie die Zahlung bestätigen."
  },
  awaited: {
    title: "Ihre Zahlung wartet auf Sie",
    text: "Bitte bestätigen Sie sie auf der Seite, die danach fragt, oder zahlen Sie anders."
  },
  confirmHere: {
    title: "Bitte bestätigen Sie Ihre Zahlung",
    text: "Bitte folgen Sie den Anweisungen auf dieser Seite, oder zahlen Sie anders."
  },
  goOn: "Weiter",
  chooseAnew: "Anders bezahlen",
  returned: {
    title: "Sie können dieses Fenster schließen",
    text: "Das Ergebnis Ihrer Zahlung sehen Sie dort, wo Sie begonnen haben."
  },
  instructions: {
    title: "Bitte bezahlen Sie so",
    reference: "Verwendungszweck",
    until: "Zu zahlen bis",
    copy: "Kopieren",
    copied: "Kopiert"
  },
  processing: {
    title: "Ihre Zahlung wird bearbeitet",
    text: "Das kann einen Moment dauern. Sie müssen nichts weiter tun."
  },
  processingElsewhere: {
    title: "Die Zahlung läuft in einem anderen Fenster",
    text: "Das Ergebnis sehen Sie auch hier."
  },
  interrupted: {
    title: "Verbindung unterbrochen: Bitte zahlen Sie nicht erneut",
    text: "Die Zahlung kann angekommen sein. Prüfen Sie die Verbindung; das Ergebnis folgt hier."
  },
  succeeded: { title: "Zahlung erfolgreich", text: "Vielen Dank!" },
  succeededElsewhere: {
    title: "Bereits bezahlt",
    text: "Die Zahlung erfolgte in einem anderen Fenster. Sie wurden einmal belastet."
  },
  cardSaved: { title: "Karte gespeichert", text: "Es wurde nichts abgebucht." },
  subscribed: { title: "Ihr Abonnement hat begonnen", text: "Heute wurde nichts abgebucht." },
  expired: {
    title: "Diese Zahlung ist abgelaufen",
    text: "Es wurde nichts abgebucht. Bitte beginnen Sie im Shop von vorn."
  },
  canceled: {
    title: "Diese Zahlung wurde abgebrochen",
    text: "Es wurde nichts abgebucht."
  },
  failed: {
    title: "Die Zahlung ist fehlgeschlagen",
    text: "Es wurde nichts abgebucht. Bitte beginnen Sie im Shop von vorn."
  },
  unreachable: {
    title: "Die Seite kann nicht geladen werden",
    text: "Bitte prüfen Sie Ihre Verbindung."
  },
  tryAgain: "Erneut versuchen",
  badLink: {
    title: "Dieser Link funktioniert nicht",
    text: "Er ist unvollständig oder nicht mehr gültig. Bitte beginnen Sie im Shop von vorn."
  },
  notArrived: {
    title: "Die Zahlung wurde nicht gesendet",
    text: "Die Verbindung brach ab. Es wurde nichts abgebucht; Sie können erneut bezahlen."
  },
  offline: {
    title: "Sie sind offline",
    text: "Es wurde nichts gesendet und nichts abgebucht. Bitte prüfen Sie Ihre Verbindung."
  },
  noMethod: {
    title: "Derzeit ist keine Zahlungsart verfügbar",
    text: "Bitte versuchen Sie es etwas später."
  },
  declined: "Zahlung abgelehnt",
  declinedBy: (method) => `Die Zahlung mit ${method} wurde abgelehnt.`,
  otherwise: {
    again: "Bitte versuchen Sie es erneut oder zahlen Sie anders.",
    other: "Bitte zahlen Sie anders."
  },
  declines: {
    insufficient_funds: "Auf dem Konto ist nicht genug Geld.",
    card_declined: "Die Bank hat die Karte abgelehnt.",
    do_not_honor: "Die Bank hat die Zahlung ohne Angabe von Gründen abgelehnt.",
    expired_card: "Die Karte ist abgelaufen.",
    invalid_card: "Die Kartendaten sind nicht gültig.",
    incorrect_cvc: "Die Prüfziffer stimmt nicht.",
    limit_exceeded: "Die Zahlung übersteigt ein Limit der Karte.",
    authentication_required: "Die Bank bittet Sie, die Zahlung zu bestätigen.",
    authentication_failed: "Die Bank konnte nicht bestätigen, dass Sie es sind.",
    currency_not_supported: "Die Karte kann in dieser Währung nicht belastet werden.",
    issuer_unavailable: "Die Bank ist im Moment nicht erreichbar.",
    processing_error: "Die Zahlung konnte nicht verarbeitet werden.",
    no_route: "Die Zahlung ist im Moment nicht möglich.",
    method_unavailable: "Diese Zahlungsart ist nicht verfügbar."
  },
  advice: {
    retry_later: "Bitte versuchen Sie es in einigen Minuten erneut.",
    use_another_method: "Bitte verwenden Sie eine andere Karte.",
    correct_details: "Bitte berichtigen Sie die Angaben und versuchen Sie es erneut.",
    authenticate: "Bitte versuchen Sie es erneut und bestätigen Sie bei Ihrer Bank.",
    contact_issuer: "Bitte fragen Sie Ihre Bank oder verwenden Sie eine andere Karte.",
    do_not_retry: "Bitte versuchen Sie es nicht mehr mit dieser, sondern mit einer anderen Karte."
  }
}
