/** Spanish. */
export const es = `
pay = Pagar { $amount }
subscribe = Suscribirse y pagar { $amount }
start_trial = Empezar la prueba y después pagar { $amount }
save_card = Guardar la tarjeta
every_day = { $count ->
    [one] cada día
    [many] cada { $count } de días
   *[other] cada { $count } días
}
every_week = { $count ->
    [one] cada semana
    [many] cada { $count } de semanas
   *[other] cada { $count } semanas
}
every_month = { $count ->
    [one] cada mes
    [many] cada { $count } de meses
   *[other] cada { $count } meses
}
every_year = { $count ->
    [one] cada año
    [many] cada { $count } de años
   *[other] cada { $count } años
}
terms_today = a pagar hoy
terms_today_with_fee = a pagar hoy, incluida una cuota única de alta de { $fee }
terms_later = Después, { $amount } { $often }, a partir del { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } día gratis
    [many] { $days } de días gratis
   *[other] { $days } días gratis
}, después { $amount } { $often }, a partir del { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } día por { $trial }
    [many] { $days } de días por { $trial }
   *[other] { $days } días por { $trial }
}, después { $amount } { $often }, a partir del { $from }.
terms_ends = { $charges ->
    [one] Termina automáticamente después de un pago de { $amount }.
    [many] Termina automáticamente después de { $charges } de pagos de { $amount } cada uno.
   *[other] Termina automáticamente después de { $charges } pagos de { $amount } cada uno.
}
terms_nothing_later = Después no se cobrará nada más.
pay_to = Pago a { $merchant }
back = Volver a { $merchant }
test_mode = Modo de prueba
loading = Cargando…
attribution = Con la tecnología de Payloom
card_title = Datos de la tarjeta
card_number = Número de tarjeta
card_expiry = Fecha de caducidad
card_expiry_shape = MM / AA
card_security_code = Código de seguridad
card_encrypted = Los datos de su tarjeta se cifran antes de salir de este dispositivo.
mistakes_number = Introduzca el número tal como aparece en la tarjeta.
mistakes_expiry = Introduzca mes y año, por ejemplo 05\u00a0/\u00a030.
mistakes_expired = Esta tarjeta ha caducado.
mistakes_security_code = Introduzca los 3 o 4 dígitos del código de seguridad.
mistakes_card = Compruebe los datos de la tarjeta.
mistakes_missing = Rellene este campo.
mistakes_email = Introduzca una dirección como name@example.com.
mistakes_full_name = Introduzca nombre y apellidos.
mistakes_iban = Introduzca el IBAN tal como aparece en su extracto bancario.
mistakes_digits = Introduzca los { $count } dígitos.
mistakes_entry = Compruebe este dato.
card_unreachable = No se pueden cargar los campos de la tarjeta. Compruebe su conexión.
details = Detalles
items = Artículos
total = Total
amounts_subtotal = Subtotal
amounts_discount = Descuento
amounts_shipping = Envío
amounts_tax = Impuestos
amounts_duty = Derechos de aduana
challenge_title = Su banco quiere confirmar el pago
challenge_text = Siga las instrucciones que aparecen abajo.
choose = ¿Cómo quiere pagar?
by_card = Tarjeta
next_step = Terminará el pago con { $method } en el siguiente paso.
fields_name = Nombre
fields_full_name = Nombre y apellidos
fields_holder = Titular de la cuenta
fields_email = Correo electrónico
fields_phone = Número de teléfono
fields_document = Número fiscal o de identidad
fields_bank = Banco
fields_account_number = Número de cuenta
fields_routing_number = Código del banco
fields_code = Código de su aplicación bancaria
fields_street = Calle y número
fields_postal_code = Código postal
fields_city = Ciudad
fields_state = Estado o provincia
fields_country = País
optional = { $field } (opcional)
select = Elija una opción
mandates_debit = Al pagar, autoriza a { $merchant } a cobrar este pago de su cuenta y a su banco a
    efectuar el adeudo.
mandates_later = Esta autorización vale también para los pagos posteriores que haya acordado con el
    comercio.
mandates_sepa = Puede pedir a su banco la devolución en las ocho semanas siguientes al adeudo.
mandates_bacs = Le protege la garantía británica Direct Debit Guarantee.
leaving_title = Un momento
leaving_text = Le llevamos a la página en la que se confirma el pago.
awaited_title = Su pago le está esperando
awaited_text = Confírmelo en la página que se lo pidió o elija otra forma de pago.
confirm_here_title = Confirme su pago
confirm_here_text = Siga las instrucciones de esta página o elija otra forma de pago.
go_on = Continuar
choose_anew = Elegir otra forma de pago
returned_title = Puede cerrar esta ventana
returned_text = El resultado de su pago se muestra donde lo empezó.
instructions_title = Cómo pagar
instructions_reference = Referencia
instructions_until = Pagar antes del
instructions_copy = Copiar
instructions_copied = Copiado
processing_title = Su pago se está procesando
processing_text = Puede tardar un momento. No tiene que hacer nada.
processing_elsewhere_title = Pago en curso en otra ventana
processing_elsewhere_text = También verá aquí el resultado.
interrupted_title = Conexión interrumpida: no pague otra vez
interrupted_text = El pago puede haber llegado. Compruebe la conexión; el resultado aparecerá aquí.
succeeded_title = Pago realizado
succeeded_text = ¡Gracias!
succeeded_elsewhere_title = Ya está pagado
succeeded_elsewhere_text = El pago se hizo en otra ventana. Se le ha cobrado una sola vez.
card_saved_title = Tarjeta guardada
card_saved_text = No se ha cobrado nada.
subscribed_title = Su suscripción ha comenzado
subscribed_text = Hoy no se le ha cobrado nada.
expired_title = Este pago ha caducado
expired_text = No se le ha cobrado nada. Empiece de nuevo en la tienda.
canceled_title = Este pago se ha cancelado
canceled_text = No se le ha cobrado nada.
failed_title = El pago ha fallado
failed_text = No se le ha cobrado nada. Empiece de nuevo en la tienda.
unreachable_title = No se puede cargar la página
unreachable_text = Compruebe su conexión.
try_again = Intentar de nuevo
bad_link_title = Este enlace no funciona
bad_link_text = Está incompleto o ya no es válido. Empiece de nuevo en la tienda.
not_arrived_title = El pago no se ha enviado
not_arrived_text = Se cortó la conexión. No se le ha cobrado nada y puede pagar de nuevo.
offline_title = No tiene conexión
offline_text = No se ha enviado ni cobrado nada. Compruebe su conexión y vuelva a pagar.
no_method_title = No hay ningún medio de pago disponible
no_method_text = Vuelva a intentarlo un poco más tarde.
declined = Pago rechazado
declined_by = El pago con { $method } ha sido rechazado.
otherwise_again = Inténtelo de nuevo o elija otra forma de pago.
otherwise_other = Elija otra forma de pago.
declines_insufficient_funds = No hay saldo suficiente en la cuenta.
declines_card_declined = El banco ha rechazado la tarjeta.
declines_do_not_honor = El banco ha rechazado el pago sin dar un motivo.
declines_expired_card = La tarjeta ha caducado.
declines_invalid_card = Los datos de la tarjeta no son válidos.
declines_incorrect_cvc = El código de seguridad no es correcto.
declines_limit_exceeded = El pago supera un límite de la tarjeta.
declines_authentication_required = El banco le pide que confirme el pago.
declines_authentication_failed = El banco no ha podido confirmar su identidad.
declines_currency_not_supported = No se puede cobrar a la tarjeta en esta moneda.
declines_issuer_unavailable = El banco no está disponible en este momento.
declines_processing_error = No se ha podido procesar el pago.
declines_no_route = El pago no es posible en este momento.
declines_method_unavailable = Este medio de pago no está disponible.
advice_retry_later = Inténtelo de nuevo dentro de unos minutos.
advice_use_another_method = Utilice otra tarjeta.
advice_correct_details = Corrija los datos e inténtelo de nuevo.
advice_authenticate = Inténtelo de nuevo y confirme el pago con su banco.
advice_contact_issuer = Consulte a su banco o utilice otra tarjeta.
advice_do_not_retry = No vuelva a intentarlo con esta tarjeta; utilice otra.
`
