/** French. */
export const fr = `
pay = Payer { $amount }
subscribe = S’abonner et payer { $amount }
start_trial = Commencer l’essai, puis payer { $amount }
save_card = Enregistrer la carte
every_day = { $count ->
    [one] chaque jour
    [many] tous les { $count } de jours
   *[other] tous les { $count } jours
}
every_week = { $count ->
    [one] chaque semaine
    [many] toutes les { $count } de semaines
   *[other] toutes les { $count } semaines
}
every_month = { $count ->
    [one] chaque mois
    [many] tous les { $count } de mois
   *[other] tous les { $count } mois
}
every_year = { $count ->
    [one] chaque année
    [many] tous les { $count } d’années
   *[other] tous les { $count } ans
}
terms_today = à payer aujourd’hui
terms_today_with_fee = à payer aujourd’hui, dont { $fee } de frais d’inscription uniques
terms_later = Ensuite { $amount } { $often }, à partir du { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } jour gratuit
    [many] { $days } de jours gratuits
   *[other] { $days } jours gratuits
}, puis { $amount } { $often }, à partir du { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } jour pour { $trial }
    [many] { $days } de jours pour { $trial }
   *[other] { $days } jours pour { $trial }
}, puis { $amount } { $often }, à partir du { $from }.
terms_ends = { $charges ->
    [one] Prend fin automatiquement après un paiement de { $amount }.
    [many] Prend fin automatiquement après { $charges } de paiements de { $amount } chacun.
   *[other] Prend fin automatiquement après { $charges } paiements de { $amount } chacun.
}
terms_nothing_later = Rien d’autre ne sera débité ensuite.
pay_to = Paiement à { $merchant }
back = Retour à { $merchant }
test_mode = Mode test
loading = Chargement…
attribution = Propulsé par Payloom
card_title = Données de la carte
card_number = Numéro de carte
card_expiry = Date d’expiration
card_expiry_shape = MM / AA
card_security_code = Code de sécurité
card_encrypted = Les données de votre carte sont chiffrées avant de quitter cet appareil.
mistakes_number = Saisissez le numéro tel qu’il figure sur la carte.
mistakes_expiry = Saisissez le mois et l’année, par exemple 05\u00a0/\u00a030.
mistakes_expired = Cette carte a expiré.
mistakes_security_code = Saisissez les 3 ou 4 chiffres du code de sécurité.
mistakes_card = Veuillez vérifier les données de la carte.
mistakes_missing = Veuillez remplir ce champ.
mistakes_email = Saisissez une adresse comme name@example.com.
mistakes_full_name = Saisissez le prénom et le nom.
mistakes_iban = Saisissez l’IBAN tel qu’il figure sur votre relevé de compte.
mistakes_digits = Saisissez les { $count } chiffres.
mistakes_entry = Veuillez vérifier cette saisie.
card_unreachable = Les champs de la carte ne se chargent pas. Veuillez vérifier votre connexion.
details = Détails
items = Articles
total = Total
amounts_subtotal = Sous-total
amounts_discount = Remise
amounts_shipping = Livraison
amounts_tax = Taxes
amounts_duty = Droits de douane
challenge_title = Votre banque souhaite confirmer le paiement
challenge_text = Veuillez suivre ses instructions ci-dessous.
choose = Comment souhaitez-vous payer ?
by_card = Carte
next_step = Vous terminerez le paiement avec { $method } à l’étape suivante.
fields_name = Nom
fields_full_name = Prénom et nom
fields_holder = Titulaire du compte
fields_email = Adresse e-mail
fields_phone = Numéro de téléphone
fields_document = Numéro fiscal ou d’identité
fields_bank = Banque
fields_account_number = Numéro de compte
fields_routing_number = Code de la banque
fields_code = Code de votre application bancaire
fields_street = Numéro et rue
fields_postal_code = Code postal
fields_city = Ville
fields_state = État ou province
fields_country = Pays
optional = { $field } (facultatif)
select = Veuillez choisir
mandates_debit = En payant, vous autorisez { $merchant } à prélever ce montant sur votre compte, et
    votre banque à exécuter le prélèvement.
mandates_later = Cette autorisation vaut aussi pour les paiements ultérieurs dont vous avez
    convenu avec le commerçant.
mandates_sepa = Vous pouvez demander à votre banque de vous rembourser dans les huit semaines
    suivant le prélèvement.
mandates_bacs = La garantie britannique Direct Debit Guarantee vous protège.
leaving_title = Un instant
leaving_text = Vous allez être dirigé vers la page où confirmer le paiement.
awaited_title = Votre paiement vous attend
awaited_text = Confirmez-le sur la page qui vous le demande, ou choisissez un autre moyen de
    paiement.
confirm_here_title = Veuillez confirmer votre paiement
confirm_here_text = Suivez les instructions sur cette page, ou choisissez un autre moyen de
    paiement.
go_on = Continuer
choose_anew = Choisir un autre moyen de paiement
returned_title = Vous pouvez fermer cette fenêtre
returned_text = Le résultat de votre paiement s'affiche là où vous l'avez commencé.
instructions_title = Comment payer
instructions_reference = Référence
instructions_until = À payer avant le
instructions_copy = Copier
instructions_copied = Copié
processing_title = Votre paiement est en cours de traitement
processing_text = Cela peut prendre un instant. Vous n’avez rien à faire.
processing_elsewhere_title = Paiement en cours dans une autre fenêtre
processing_elsewhere_text = Vous en verrez aussi le résultat ici.
interrupted_title = Connexion interrompue : ne payez pas une seconde fois
interrupted_text = Le paiement est peut-être arrivé. Vérifiez la connexion ; le résultat
    s’affichera ici.
succeeded_title = Paiement réussi
succeeded_text = Merci !
succeeded_elsewhere_title = Déjà payé
succeeded_elsewhere_text = Le paiement a été fait dans une autre fenêtre. Vous avez été débité une
    seule fois.
card_saved_title = Carte enregistrée
card_saved_text = Rien n’a été débité.
subscribed_title = Votre abonnement a commencé
subscribed_text = Rien n’a été débité aujourd’hui.
expired_title = Ce paiement a expiré
expired_text = Vous n’avez pas été débité. Veuillez recommencer dans la boutique.
canceled_title = Ce paiement a été annulé
canceled_text = Vous n’avez pas été débité.
failed_title = Le paiement a échoué
failed_text = Vous n’avez pas été débité. Veuillez recommencer dans la boutique.
unreachable_title = La page ne peut pas être chargée
unreachable_text = Veuillez vérifier votre connexion.
try_again = Réessayer
bad_link_title = Ce lien ne fonctionne pas
bad_link_text = Il est incomplet ou n’est plus valable. Veuillez recommencer dans la boutique.
not_arrived_title = Le paiement n’a pas été envoyé
not_arrived_text = La connexion a été coupée. Rien n’a été débité et vous pouvez payer à nouveau.
offline_title = Vous êtes hors ligne
offline_text = Rien n’a été envoyé ni débité. Vérifiez votre connexion, puis payez à nouveau.
no_method_title = Aucun moyen de paiement n’est disponible
no_method_text = Veuillez revenir un peu plus tard.
declined = Paiement refusé
declined_by = Le paiement avec { $method } a été refusé.
otherwise_again = Veuillez réessayer ou choisir un autre moyen de paiement.
otherwise_other = Veuillez choisir un autre moyen de paiement.
declines_insufficient_funds = Le solde du compte est insuffisant.
declines_card_declined = La banque a refusé la carte.
declines_do_not_honor = La banque a refusé le paiement sans donner de motif.
declines_expired_card = La carte a expiré.
declines_invalid_card = Les données de la carte ne sont pas valables.
declines_incorrect_cvc = Le code de sécurité est incorrect.
declines_limit_exceeded = Le paiement dépasse un plafond de la carte.
declines_authentication_required = La banque vous demande de confirmer le paiement.
declines_authentication_failed = La banque n’a pas pu confirmer votre identité.
declines_currency_not_supported = La carte ne peut pas être débitée dans cette devise.
declines_issuer_unavailable = La banque est injoignable pour le moment.
declines_processing_error = Le paiement n’a pas pu être traité.
declines_no_route = Le paiement est impossible pour le moment.
declines_method_unavailable = Ce moyen de paiement n’est pas disponible.
advice_retry_later = Veuillez réessayer dans quelques minutes.
advice_use_another_method = Veuillez utiliser une autre carte.
advice_correct_details = Veuillez corriger les données et réessayer.
advice_authenticate = Veuillez réessayer et confirmer le paiement auprès de votre banque.
advice_contact_issuer = Veuillez contacter votre banque ou utiliser une autre carte.
advice_do_not_retry = N’essayez plus avec cette carte ; veuillez en utiliser une autre.
`
