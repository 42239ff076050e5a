import { counted } from "./counted.ts"
import type { Texts, Trial } from "./Texts.ts"

const single = { day: "jour", week: "semaine", month: "mois", year: "année" }
const several = {
  day: "tous les % jours",
  week: "toutes les % semaines",
  month: "tous les % mois",
  year: "tous les % ans"
}

const then = (trial: Trial | null): string => {
  if (trial === null) return "Ensuite"
  const { days, amount } = trial
  return amount === null
    ? counted("fr", days, { one: "% jour gratuit, puis", other: "% jours gratuits, puis" })
    : `${counted("fr", days, { one: "% jour", other: "% jours" })} pour ${amount}, puis`
}

/** The first of a month is the only day that is written as one. */
const ordinal = (date: string): string => date.replace(/^1 /, "1er ")

export const fr: Texts = {
  language: "fr",
  pay: (amount) => `Payer ${amount}`,
  subscribe: (amount) => `S’abonner et payer ${amount}`,
  startTrial: (amount) => `Commencer l’essai, puis payer ${amount}`,
  saveCard: "Enregistrer la carte",
  every: (count, unit) =>
    count === 1 ? `chaque ${single[unit]}` : several[unit].replace("%", String(count)),
  terms: {
    today: "à payer aujourd’hui",
    todayWithFee: (fee) => `à payer aujourd’hui, dont ${fee} de frais d’inscription uniques`,
    later: ({ amount, often, from, trial }) =>
      `${then(trial)} ${amount} ${often}, à partir du ${ordinal(from)}.`,
    ends: (payments, amount) =>
      counted("fr", payments, {
        one: `Prend fin automatiquement après un paiement de ${amount}.`,
        other: `Prend fin automatiquement après % paiements de ${amount} chacun.`
      }),
    nothingLater: "Rien d’autre ne sera débité ensuite."
  },
  payTo: (merchant) => `Paiement à ${merchant}`,
  back: (merchant) => `Retour à ${merchant}`,
  testMode: "Mode test",
  loading: "Chargement…",
  attribution: "Propulsé par Payloom",
  card: {
    title: "Données de la carte",
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryShape: "MM / AA",
    securityCode: "Code de sécurité",
    encrypted: "Les données de votre carte sont chiffrées avant de quitter cet appareil."
  },
  mistakes: {
    number: "Saisissez le numéro tel qu’il figure sur la carte.",
    expiry: "Saisissez le mois et l’année, par exemple 05 / 30.",
    expired: "Cette carte a expiré.",
    securityCode: "Saisissez les 3 ou 4 chiffres du code de sécurité.",
    card: "Veuillez vérifier les données de la carte."
  },
  cardUnreachable: "Les champs de la carte ne se chargent pas. Veuillez vérifier votre connexion.",
  details: "Détails",
  items: "Articles",
  total: "Total",
  challenge: {
    title: "Votre banque souhaite confirmer le paiement",
    text: "Veuillez suivre ses instructions ci-dessous."
  },
  choose: "Comment souhaitez-vous payer ?",
  byCard: "Carte",
  nextStep: (method) => `Vous terminerez le paiement avec ${method} à l’étape suivante.`,
  leaving: {
    title: "Un instant",
    text: "Vous allez être dirigé vers la page où confirmer le paiement."
  },
  awaited: {
    title: "Votre paiement vous attend",
    text: "Confirmez-le sur la page qui vous le demande, ou choisissez un autre moyen de paiement."
  },
  confirmHere: {
    title: "Veuillez confirmer votre paiement",
    text: "Suivez les instructions sur cette page, ou choisissez un autre moyen de paiement."
  },
  goOn: "Continuer",
  chooseAnew: "Choisir un autre moyen de paiement",
  returned: {
    title: "Vous pouvez fermer cette fenêtre",
    text: "Le résultat de votre paiement s'affiche là où vous l'avez commencé."
  },
  instructions: {
    title: "Comment payer",
    reference: "Référence",
    until: "À payer avant le",
    copy: "Copier",
    copied: "Copié"
  },
  processing: {
    title: "Votre paiement est en cours de traitement",
    text: "Cela peut prendre un instant. Vous n’avez rien à faire."
  },
  processingElsewhere: {
    title: "Paiement en cours dans une autre fenêtre",
    text: "Vous en verrez aussi le résultat ici."
  },
  interrupted: {
    title: "Connexion interrompue : ne payez pas une seconde fois",
    text: "Le paiement est peut-être arrivé. Vérifiez la connexion ; le résultat s’affichera ici."
  },
  succeeded: { title: "Paiement réussi", text: "Merci !" },
  succeededElsewhere: {
    title: "Déjà payé",
    text: "Le paiement a été fait dans une autre fenêtre. Vous avez été débité une seule fois."
  },
  cardSaved: { title: "Carte enregistrée", text: "Rien n’a été débité." },
  subscribed: { title: "Votre abonnement a commencé", text: "Rien n’a été débité aujourd’hui." },
  expired: {
    title: "Ce paiement a expiré",
    text: "Vous n’avez pas été débité. Veuillez recommencer dans la boutique."
  },
  canceled: {
    title: "Ce paiement a été annulé",
    text: "Vous n’avez pas été débité."
  },
  failed: {
    title: "Le paiement a échoué",
    text: "Vous n’avez pas été débité. Veuillez recommencer dans la boutique."
  },
  unreachable: {
    title: "La page ne peut pas être chargée",
    text: "Veuillez vérifier votre connexion."
  },
  tryAgain: "Réessayer",
  badLink: {
    title: "Ce lien ne fonctionne pas",
    text: "Il est incomplet ou n’est plus valable. Veuillez recommencer dans la boutique."
  },
  notArrived: {
    title: "Le paiement n’a pas été envoyé",
    text: "La connexion a été coupée. Rien n’a été débité et vous pouvez payer à nouveau."
  },
  offline: {
    title: "Vous êtes hors ligne",
    text: "Rien n’a été envoyé ni débité. Vérifiez votre connexion, puis payez à nouveau."
  },
  noMethod: {
    title: "Aucun moyen de paiement n’est disponible",
    text: "Veuillez revenir un peu plus tard."
  },
  declined: "Paiement refusé",
  declinedBy: (method) => `Le paiement avec ${method} a été refusé.`,
  otherwise: {
    again: "Veuillez réessayer ou choisir un autre moyen de paiement.",
    other: "Veuillez choisir un autre moyen de paiement."
  },
  declines: {
    insufficient_funds: "Le solde du compte est insuffisant.",
    card_declined: "La banque a refusé la carte.",
    do_not_honor: "La banque a refusé le paiement sans donner de motif.",
    expired_card: "La carte a expiré.",
    invalid_card: "Les données de la carte ne sont pas valables.",
    incorrect_cvc: "Le code de sécurité est incorrect.",
    limit_exceeded: "Le paiement dépasse un plafond de la carte.",
    authentication_required: "La banque vous demande de confirmer le paiement.",
    authentication_failed: "La banque n’a pas pu confirmer votre identité.",
    currency_not_supported: "La carte ne peut pas être débitée dans cette devise.",
    issuer_unavailable: "La banque est injoignable pour le moment.",
    processing_error: "Le paiement n’a pas pu être traité.",
    no_route: "Le paiement est impossible pour le moment.",
    method_unavailable: "Ce moyen de paiement n’est pas disponible."
  },
  advice: {
    retry_later: "Veuillez réessayer dans quelques minutes.",
    use_another_method: "Veuillez utiliser une autre carte.",
    correct_details: "Veuillez corriger les données et réessayer.",
    authenticate: "Veuillez réessayer et confirmer le paiement auprès de votre banque.",
    contact_issuer: "Veuillez contacter votre banque ou utiliser une autre carte.",
    do_not_retry: "N’essayez plus avec cette carte ; veuillez en utiliser une autre."
  }
}
