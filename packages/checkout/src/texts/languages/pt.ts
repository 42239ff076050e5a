/** Portuguese, as it is written in Brazil. */
export const pt = `
pay = Pagar { $amount }
subscribe = Assinar e pagar { $amount }
start_trial = Iniciar o teste e depois pagar { $amount }
save_card = Salvar cartão
every_day = { $count ->
    [one] todo dia
    [many] a cada { $count } de dias
   *[other] a cada { $count } dias
}
every_week = { $count ->
    [one] toda semana
    [many] a cada { $count } de semanas
   *[other] a cada { $count } semanas
}
every_month = { $count ->
    [one] todo mês
    [many] a cada { $count } de meses
   *[other] a cada { $count } meses
}
every_year = { $count ->
    [one] todo ano
    [many] a cada { $count } de anos
   *[other] a cada { $count } anos
}
terms_today = a pagar hoje
terms_today_with_fee = a pagar hoje, incluindo uma taxa única de adesão de { $fee }
terms_later = Depois, { $amount } { $often }, a partir de { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dia grátis
    [many] { $days } de dias grátis
   *[other] { $days } dias grátis
}, depois { $amount } { $often }, a partir de { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dia por { $trial }
    [many] { $days } de dias por { $trial }
   *[other] { $days } dias por { $trial }
}, depois { $amount } { $often }, a partir de { $from }.
terms_ends = { $charges ->
    [one] Termina automaticamente após um pagamento de { $amount }.
    [many] Termina automaticamente após { $charges } de pagamentos de { $amount } cada.
   *[other] Termina automaticamente após { $charges } pagamentos de { $amount } cada.
}
terms_nothing_later = Depois disso, nada mais será cobrado.
pay_to = Pagamento a { $merchant }
back = Voltar para { $merchant }
test_mode = Modo de teste
loading = Carregando…
attribution = Tecnologia da Payloom
card_title = Dados do cartão
card_number = Número do cartão
card_expiry = Data de validade
card_expiry_shape = MM / AA
card_security_code = Código de segurança
card_encrypted = Os dados do seu cartão são criptografados antes de sair deste dispositivo.
mistakes_number = Informe o número como está no cartão.
mistakes_expiry = Informe mês e ano, por exemplo 05\u00a0/\u00a030.
mistakes_expired = Este cartão está vencido.
mistakes_security_code = Informe os 3 ou 4 dígitos do código de segurança.
mistakes_card = Verifique os dados do cartão.
mistakes_missing = Preencha este campo.
mistakes_email = Informe um endereço como name@example.com.
mistakes_full_name = Informe nome e sobrenome.
mistakes_iban = Informe o IBAN como está no extrato da conta.
mistakes_digits = Informe os { $count } dígitos.
mistakes_entry = Verifique este dado.
card_unreachable = Não foi possível carregar os campos do cartão. Verifique sua conexão.
details = Detalhes
items = Itens
total = Total
amounts_subtotal = Subtotal
amounts_discount = Desconto
amounts_shipping = Frete
amounts_tax = Impostos
amounts_duty = Taxa alfandegária
challenge_title = Seu banco quer confirmar o pagamento
challenge_text = Siga as instruções abaixo.
choose = Como você deseja pagar?
by_card = Cartão
next_step = Você conclui o pagamento com { $method } na próxima etapa.
fields_name = Nome
fields_full_name = Nome e sobrenome
fields_holder = Titular da conta
fields_email = E-mail
fields_phone = Número de telefone
fields_document = CPF ou número de identificação
fields_bank = Banco
fields_account_number = Número da conta
fields_routing_number = Código do banco
fields_code = Código do aplicativo do banco
fields_street = Rua e número
fields_postal_code = CEP ou código postal
fields_city = Cidade
fields_state = Estado ou província
fields_country = País
optional = { $field } (opcional)
select = Selecione
mandates_debit = Ao pagar, você autoriza { $merchant } a debitar este pagamento da sua conta e o seu
    banco a executar o débito.
mandates_later = Esta autorização também vale para pagamentos posteriores que você combinou com a
    loja.
mandates_sepa = Você pode pedir o reembolso ao seu banco em até oito semanas após o débito.
mandates_bacs = A garantia britânica Direct Debit Guarantee protege você.
leaving_title = Um momento
leaving_text = Você está sendo direcionado à página em que confirma o pagamento.
awaited_title = Seu pagamento está à sua espera
awaited_text = Confirme-o na página que o solicitou ou escolha outra forma de pagamento.
confirm_here_title = Confirme seu pagamento
confirm_here_text = Siga as instruções desta página ou escolha outra forma de pagamento.
go_on = Continuar
choose_anew = Escolher outra forma de pagamento
returned_title = Você pode fechar esta janela
returned_text = O resultado do pagamento aparece onde você o iniciou.
instructions_title = Como pagar
instructions_reference = Referência
instructions_until = Pagar até
instructions_copy = Copiar
instructions_copied = Copiado
processing_title = Seu pagamento está sendo processado
processing_text = Isso pode levar um momento. Você não precisa fazer nada.
processing_elsewhere_title = Pagamento em andamento em outra janela
processing_elsewhere_text = Você também verá o resultado aqui.
interrupted_title = Conexão interrompida: não pague novamente
interrupted_text = O pagamento pode ter sido recebido. Verifique a conexão; o resultado aparecerá
    aqui.
succeeded_title = Pagamento realizado
succeeded_text = Obrigado!
succeeded_elsewhere_title = Já está pago
succeeded_elsewhere_text = O pagamento foi feito em outra janela. Você foi cobrado uma única vez.
card_saved_title = Cartão salvo
card_saved_text = Nada foi cobrado.
subscribed_title = Sua assinatura começou
subscribed_text = Nada foi cobrado hoje.
expired_title = Este pagamento expirou
expired_text = Nada foi cobrado. Comece novamente na loja.
canceled_title = Este pagamento foi cancelado
canceled_text = Nada foi cobrado.
failed_title = O pagamento falhou
failed_text = Nada foi cobrado. Comece novamente na loja.
unreachable_title = Não foi possível carregar a página
unreachable_text = Verifique sua conexão.
try_again = Tentar novamente
bad_link_title = Este link não funciona
bad_link_text = Ele está incompleto ou não é mais válido. Comece novamente na loja.
not_arrived_title = O pagamento não foi enviado
not_arrived_text = A conexão caiu. Nada foi cobrado e você pode pagar novamente.
offline_title = Você está sem conexão
offline_text = Nada foi enviado nem cobrado. Verifique sua conexão e pague novamente.
no_method_title = Nenhuma forma de pagamento disponível
no_method_text = Volte um pouco mais tarde.
declined = Pagamento recusado
declined_by = O pagamento com { $method } foi recusado.
otherwise_again = Tente novamente ou escolha outra forma de pagamento.
otherwise_other = Escolha outra forma de pagamento.
declines_insufficient_funds = Não há saldo suficiente na conta.
declines_card_declined = O banco recusou o cartão.
declines_do_not_honor = O banco recusou o pagamento sem informar o motivo.
declines_expired_card = O cartão está vencido.
declines_invalid_card = Os dados do cartão não são válidos.
declines_incorrect_cvc = O código de segurança está incorreto.
declines_limit_exceeded = O pagamento excede um limite do cartão.
declines_authentication_required = O banco pede que você confirme o pagamento.
declines_authentication_failed = O banco não conseguiu confirmar sua identidade.
declines_currency_not_supported = Não é possível cobrar o cartão nesta moeda.
declines_issuer_unavailable = O banco não está disponível no momento.
declines_processing_error = Não foi possível processar o pagamento.
declines_no_route = O pagamento não é possível no momento.
declines_method_unavailable = Esta forma de pagamento não está disponível.
advice_retry_later = Tente novamente em alguns minutos.
advice_use_another_method = Use outro cartão.
advice_correct_details = Corrija os dados e tente novamente.
advice_authenticate = Tente novamente e confirme o pagamento no seu banco.
advice_contact_issuer = Consulte seu banco ou use outro cartão.
advice_do_not_retry = Não tente mais com este cartão; use outro.
`
