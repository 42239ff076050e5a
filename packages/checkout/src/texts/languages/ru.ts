/** Russian. */
export const ru = `
pay = Оплатить { $amount }
subscribe = Подписаться и оплатить { $amount }
start_trial = Начать пробный период, затем { $amount }
save_card = Сохранить карту
every_day = { $count ->
    [1] каждый день
    [one] каждый { $count } день
    [few] каждые { $count } дня
    [many] каждые { $count } дней
   *[other] каждые { $count } дня
}
every_week = { $count ->
    [1] каждую неделю
    [one] каждую { $count } неделю
    [few] каждые { $count } недели
    [many] каждые { $count } недель
   *[other] каждые { $count } недели
}
every_month = { $count ->
    [1] каждый месяц
    [one] каждый { $count } месяц
    [few] каждые { $count } месяца
    [many] каждые { $count } месяцев
   *[other] каждые { $count } месяца
}
every_year = { $count ->
    [1] каждый год
    [one] каждый { $count } год
    [few] каждые { $count } года
    [many] каждые { $count } лет
   *[other] каждые { $count } года
}
terms_today = к оплате сегодня
terms_today_with_fee = к оплате сегодня, из них { $fee } — единовременный взнос
terms_later = Затем { $amount } { $often }, начиная с { $from }
terms_later_after_free_trial = { $days ->
    [one] { $days } день бесплатно
    [few] { $days } дня бесплатно
    [many] { $days } дней бесплатно
   *[other] { $days } дня бесплатно
}, затем { $amount } { $often }, начиная с { $from }
terms_later_after_paid_trial = { $days ->
    [one] { $days } день за { $trial }
    [few] { $days } дня за { $trial }
    [many] { $days } дней за { $trial }
   *[other] { $days } дня за { $trial }
}, затем { $amount } { $often }, начиная с { $from }
terms_ends = { $charges ->
    [1] Завершится автоматически после одного платежа на сумму { $amount }.
    [one] Завершится автоматически после { $charges } платежа по { $amount }.
    [few] Завершится автоматически после { $charges } платежей по { $amount }.
    [many] Завершится автоматически после { $charges } платежей по { $amount }.
   *[other] Завершится автоматически после { $charges } платежа по { $amount }.
}
terms_nothing_later = Далее списаний не будет.
pay_to = Платёж в пользу { $merchant }
back = Вернуться в { $merchant }
test_mode = Тестовый режим
loading = Загрузка…
attribution = На платформе Payloom
card_title = Данные карты
card_number = Номер карты
card_expiry = Срок действия
card_expiry_shape = ММ / ГГ
card_security_code = Код безопасности
card_encrypted = Данные карты шифруются до того, как покинут это устройство.
mistakes_number = Введите номер так, как он указан на карте.
mistakes_expiry = Введите месяц и год, например 05\u00a0/\u00a030.
mistakes_expired = Срок действия этой карты истёк.
mistakes_security_code = Введите 3 или 4 цифры кода безопасности.
mistakes_card = Проверьте данные карты.
mistakes_missing = Заполните это поле.
mistakes_email = Введите адрес вида name@example.com.
mistakes_full_name = Введите имя и фамилию.
mistakes_iban = Введите IBAN так, как он указан в выписке.
mistakes_digits = Количество цифр: { $count }.
mistakes_entry = Проверьте эти данные.
card_unreachable = Не удаётся загрузить поля карты. Проверьте подключение.
details = Подробнее
items = Позиции
total = Итого
amounts_subtotal = Промежуточный итог
amounts_discount = Скидка
amounts_shipping = Доставка
amounts_tax = Налог
amounts_duty = Таможенная пошлина
challenge_title = Банк просит подтвердить платёж
challenge_text = Следуйте указаниям ниже.
choose = Как Вы хотите оплатить?
by_card = Карта
next_step = Платёж через { $method } Вы завершите на следующем шаге.
fields_name = Имя
fields_full_name = Имя и фамилия
fields_holder = Владелец счёта
fields_email = Электронная почта
fields_phone = Номер телефона
fields_document = Налоговый номер или номер документа
fields_bank = Банк
fields_account_number = Номер счёта
fields_routing_number = Код банка
fields_code = Код из приложения банка
fields_street = Улица и дом
fields_postal_code = Почтовый индекс
fields_city = Город
fields_state = Штат или область
fields_country = Страна
optional = { $field } (необязательно)
select = Выберите
mandates_debit = Оплачивая, Вы разрешаете { $merchant } списать этот платёж с Вашего счёта, а своему
    банку — исполнить списание.
mandates_later = Разрешение действует и для последующих платежей, о которых Вы договорились с
    продавцом.
mandates_sepa = В течение восьми недель после списания Вы можете потребовать возврат в своём банке.
mandates_bacs = Вас защищает британская гарантия Direct Debit Guarantee.
leaving_title = Одну минуту
leaving_text = Вы переходите на страницу, где подтверждается платёж.
awaited_title = Платёж ждёт Вашего подтверждения
awaited_text = Подтвердите его на странице, которая его запросила, или выберите другой способ
    оплаты.
confirm_here_title = Подтвердите платёж
confirm_here_text = Следуйте указаниям на этой странице или выберите другой способ оплаты.
go_on = Продолжить
choose_anew = Выбрать другой способ оплаты
returned_title = Это окно можно закрыть
returned_text = Результат платежа виден там, где Вы его начали.
instructions_title = Как оплатить
instructions_reference = Назначение платежа
instructions_until = Оплатить до
instructions_copy = Копировать
instructions_copied = Скопировано
processing_title = Платёж обрабатывается
processing_text = Это может занять некоторое время. Ничего делать не нужно.
processing_elsewhere_title = Оплата идёт в другом окне
processing_elsewhere_text = Результат появится и здесь.
interrupted_title = Связь прервалась: пожалуйста, не платите повторно
interrupted_text = Платёж мог дойти. Проверьте подключение; результат появится здесь.
succeeded_title = Платёж выполнен
succeeded_text = Спасибо!
succeeded_elsewhere_title = Уже оплачено
succeeded_elsewhere_text = Платёж выполнен в другом окне. Деньги списаны один раз.
card_saved_title = Карта сохранена
card_saved_text = Ничего не списано.
subscribed_title = Ваша подписка началась
subscribed_text = Сегодня ничего не списано.
expired_title = Время на оплату истекло
expired_text = Ничего не списано. Начните заново в магазине.
canceled_title = Платёж отменён
canceled_text = Ничего не списано.
failed_title = Платёж не выполнен
failed_text = Ничего не списано. Начните заново в магазине.
unreachable_title = Не удаётся загрузить страницу
unreachable_text = Проверьте подключение.
try_again = Повторить
bad_link_title = Эта ссылка не работает
bad_link_text = Она неполная или больше не действует. Начните заново в магазине.
not_arrived_title = Платёж не отправлен
not_arrived_text = Связь прервалась. Ничего не списано, и Вы можете оплатить ещё раз.
offline_title = Нет подключения к сети
offline_text = Ничего не отправлено и не списано. Проверьте подключение и оплатите ещё раз.
no_method_title = Нет доступных способов оплаты
no_method_text = Зайдите немного позже.
declined = Платёж отклонён
declined_by = Платёж через { $method } отклонён.
otherwise_again = Попробуйте ещё раз или выберите другой способ оплаты.
otherwise_other = Выберите другой способ оплаты.
declines_insufficient_funds = На счёте недостаточно средств.
declines_card_declined = Банк отклонил карту.
declines_do_not_honor = Банк отклонил платёж без указания причины.
declines_expired_card = Срок действия карты истёк.
declines_invalid_card = Данные карты недействительны.
declines_incorrect_cvc = Неверный код безопасности.
declines_limit_exceeded = Сумма платежа превышает лимит карты.
declines_authentication_required = Банк просит Вас подтвердить платёж.
declines_authentication_failed = Банк не смог подтвердить Вашу личность.
declines_currency_not_supported = С этой карты нельзя списать деньги в этой валюте.
declines_issuer_unavailable = Банк сейчас недоступен.
declines_processing_error = Не удалось обработать платёж.
declines_no_route = Сейчас принять платёж невозможно.
declines_method_unavailable = Этот способ оплаты недоступен.
advice_retry_later = Попробуйте ещё раз через несколько минут.
advice_use_another_method = Используйте другую карту.
advice_correct_details = Исправьте данные и попробуйте ещё раз.
advice_authenticate = Попробуйте ещё раз и подтвердите платёж в своём банке.
advice_contact_issuer = Обратитесь в свой банк или используйте другую карту.
advice_do_not_retry = Не пытайтесь платить этой картой снова; используйте другую.
`
