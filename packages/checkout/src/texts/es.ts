import { counted } from "./counted.ts"
import type { Texts, Trial } from "./Texts.ts"

const single = { day: "día", week: "semana", month: "mes", year: "año" }
const several = { day: "días", week: "semanas", month: "meses", year: "años" }

const then = (trial: Trial | null): string => {
  if (trial === null) return "Después,"
  const days = counted("es", trial.days, { one: "% día", other: "% días" })
  return `${days} ${trial.amount === null ? "gratis" : `por ${trial.amount}`}, después`
}

export const es: Texts = {
  language: "es",
  pay: (amount) => `Pagar ${amount}`,
  subscribe: (amount) => `Suscribirse y pagar ${amount}`,
  startTrial: (amount) => `Empezar la prueba y después pagar ${amount}`,
  saveCard: "Guardar la tarjeta",
  every: (count, unit) => (count === 1 ? `cada ${single[unit]}` : `cada ${count} ${several[unit]}`),
  terms: {
    today: "a pagar hoy",
    todayWithFee: (fee) => `a pagar hoy, incluida una cuota única de alta de ${fee}`,
    later: ({ amount, often, from, trial }) =>
      `${then(trial)} ${amount} ${often}, a partir del ${from}.`,
    ends: (payments, amount) =>
      counted("es", payments, {
        one: `Termina automáticamente después de un pago de ${amount}.`,
        other: `Termina automáticamente después de % pagos de ${amount} cada uno.`
      }),
    nothingLater: "Después no se cobrará nada más."
  },
  payTo: (merchant) => `Pago a ${merchant}`,
  back: (merchant) => `Volver a ${merchant}`,
  testMode: "Modo de prueba",
  loading: "Cargando…",
  attribution: "Con la tecnología de Payloom",
  card: {
    title: "Datos de la tarjeta",
    number: "Número de tarjeta",
    expiry: "Fecha de caducidad",
    expiryShape: "MM / AA",
    securityCode: "Código de seguridad",
    encrypted: "Los datos de su tarjeta se cifran antes de salir de este dispositivo."
  },
  mistakes: {
    number: "Introduzca el número tal como aparece en la tarjeta.",
    expiry: "Introduzca mes y año, por ejemplo 05 / 30.",
    expired: "Esta tarjeta ha caducado.",
    securityCode: "Introduzca los 3 o 4 dígitos del código de seguridad.",
    card: "Compruebe los datos de la tarjeta."
  },
  cardUnreachable: "No se pueden cargar los campos de la tarjeta. Compruebe su conexión.",
  details: "Detalles",
  items: "Artículos",
  total: "Total",
  challenge: {
    title: "Su banco quiere confirmar el pago",
    text: "Siga las instrucciones que aparecen abajo."
  },
  choose: "¿Cómo quiere pagar?",
  byCard: "Tarjeta",
  nextStep: (method) => `Terminará el pago con ${method} en el siguiente paso.`,
  leaving: {
    title: "Un momento",
    text: "Le llevamos a la página en la que se confirma el pago."
  },
  awaited: {
    title: "Su pago le está esperando",
    text: "Confírmelo en la página que se lo pidió o elija otra forma de pago."
  },
  confirmHere: {
    title: "Confirme su pago",
    text: "Siga las instrucciones de esta página o elija otra forma de pago."
  },
  goOn: "Continuar",
  chooseAnew: "Elegir otra forma de pago",
  returned: {
    title: "Puede cerrar esta ventana",
    text: "El resultado de su pago se muestra donde lo empezó."
  },
  instructions: {
    title: "Cómo pagar",
    reference: "Referencia",
    until: "Pagar antes del",
    copy: "Copiar",
    copied: "Copiado"
  },
  processing: {
    title: "Su pago se está procesando",
    text: "Puede tardar un momento. No tiene que hacer nada."
  },
  processingElsewhere: {
    title: "Pago en curso en otra ventana",
    text: "También verá aquí el resultado."
  },
  interrupted: {
    title: "Conexión interrumpida: no pague otra vez",
    text: "El pago puede haber llegado. Compruebe la conexión; el resultado aparecerá aquí."
  },
  succeeded: { title: "Pago realizado", text: "¡Gracias!" },
  succeededElsewhere: {
    title: "Ya está pagado",
    text: "El pago se hizo en otra ventana. Se le ha cobrado una sola vez."
  },
  cardSaved: { title: "Tarjeta guardada", text: "No se ha cobrado nada." },
  subscribed: { title: "Su suscripción ha comenzado", text: "Hoy no se le ha cobrado nada." },
  expired: {
    title: "Este pago ha caducado",
    text: "No se le ha cobrado nada. Empiece de nuevo en la tienda."
  },
  canceled: {
    title: "Este pago se ha cancelado",
    text: "No se le ha cobrado nada."
  },
  failed: {
    title: "El pago ha fallado",
    text: "No se le ha cobrado nada. Empiece de nuevo en la tienda."
  },
  unreachable: {
    title: "No se puede cargar la página",
    text: "Compruebe su conexión."
  },
  tryAgain: "Intentar de nuevo",
  badLink: {
    title: "Este enlace no funciona",
    text: "Está incompleto o ya no es válido. Empiece de nuevo en la tienda."
  },
  notArrived: {
    title: "El pago no se ha enviado",
    text: "Se cortó la conexión. No se le ha cobrado nada y puede pagar de nuevo."
  },
  offline: {
    title: "No tiene conexión",
    text: "No se ha enviado ni cobrado nada. Compruebe su conexión y vuelva a pagar."
  },
  noMethod: {
    title: "No hay ningún medio de pago disponible",
    text: "Vuelva a intentarlo un poco más tarde."
  },
  declined: "Pago rechazado",
  declinedBy: (method) => `El pago con ${method} ha sido rechazado.`,
  otherwise: {
    again: "Inténtelo de nuevo o elija otra forma de pago.",
    other: "Elija otra forma de pago."
  },
  declines: {
    insufficient_funds: "No hay saldo suficiente en la cuenta.",
    card_declined: "El banco ha rechazado la tarjeta.",
    do_not_honor: "El banco ha rechazado el pago sin dar un motivo.",
    expired_card: "La tarjeta ha caducado.",
    invalid_card: "Los datos de la tarjeta no son válidos.",
    incorrect_cvc: "El código de seguridad no es correcto.",
    limit_exceeded: "El pago supera un límite de la tarjeta.",
    authentication_required: "El banco le pide que confirme el pago.",
    authentication_failed: "El banco no ha podido confirmar su identidad.",
    currency_not_supported: "No se puede cobrar a la tarjeta en esta moneda.",
    issuer_unavailable: "El banco no está disponible en este momento.",
    processing_error: "No se ha podido procesar el pago.",
    no_route: "El pago no es posible en este momento.",
    method_unavailable: "Este medio de pago no está disponible."
  },
  advice: {
    retry_later: "Inténtelo de nuevo dentro de unos minutos.",
    use_another_method: "Utilice otra tarjeta.",
    correct_details: "Corrija los datos e inténtelo de nuevo.",
    authenticate: "Inténtelo de nuevo y confirme el pago con su banco.",
    contact_issuer: "Consulte a su banco o utilice otra tarjeta.",
    do_not_retry: "No vuelva a intentarlo con esta tarjeta; utilice otra."
  }
}
