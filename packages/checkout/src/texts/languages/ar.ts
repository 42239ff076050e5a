/** Arabic. */
export const ar = `
pay = ادفع { $amount }
subscribe = اشترك وادفع { $amount }
start_trial = ابدأ الفترة التجريبية ثم ادفع { $amount }
save_card = حفظ البطاقة
every_day = { $count ->
    [zero] كل { $count } يوم
    [one] كل يوم
    [two] كل يومين
    [few] كل { $count } أيام
    [many] كل { $count } يومًا
   *[other] كل { $count } يوم
}
every_week = { $count ->
    [zero] كل { $count } أسبوع
    [one] كل أسبوع
    [two] كل أسبوعين
    [few] كل { $count } أسابيع
    [many] كل { $count } أسبوعًا
   *[other] كل { $count } أسبوع
}
every_month = { $count ->
    [zero] كل { $count } شهر
    [one] كل شهر
    [two] كل شهرين
    [few] كل { $count } أشهر
    [many] كل { $count } شهرًا
   *[other] كل { $count } شهر
}
every_year = { $count ->
    [zero] كل { $count } سنة
    [one] كل سنة
    [two] كل سنتين
    [few] كل { $count } سنوات
    [many] كل { $count } سنة
   *[other] كل { $count } سنة
}
terms_today = المستحق اليوم
terms_today_with_fee = المستحق اليوم، ويشمل رسم تأسيس لمرة واحدة قدره { $fee }
terms_later = ثم { $amount } { $often }، ابتداءً من { $from }.
terms_later_after_free_trial = { $days ->
    [zero] { $days } يوم مجانًا
    [one] يوم واحد مجانًا
    [two] يومان مجانًا
    [few] { $days } أيام مجانًا
    [many] { $days } يومًا مجانًا
   *[other] { $days } يوم مجانًا
}، ثم { $amount } { $often }، ابتداءً من { $from }.
terms_later_after_paid_trial = { $days ->
    [zero] { $days } يوم مقابل { $trial }
    [one] يوم واحد مقابل { $trial }
    [two] يومان مقابل { $trial }
    [few] { $days } أيام مقابل { $trial }
    [many] { $days } يومًا مقابل { $trial }
   *[other] { $days } يوم مقابل { $trial }
}، ثم { $amount } { $often }، ابتداءً من { $from }.
terms_ends = { $charges ->
    [zero] ينتهي تلقائيًا بعد { $charges } دفعة، قيمة كل منها { $amount }.
    [one] ينتهي تلقائيًا بعد دفعة واحدة قيمتها { $amount }.
    [two] ينتهي تلقائيًا بعد دفعتين، قيمة كل منهما { $amount }.
    [few] ينتهي تلقائيًا بعد { $charges } دفعات، قيمة كل منها { $amount }.
    [many] ينتهي تلقائيًا بعد { $charges } دفعة، قيمة كل منها { $amount }.
   *[other] ينتهي تلقائيًا بعد { $charges } دفعة، قيمة كل منها { $amount }.
}
terms_nothing_later = لن يُخصم أي مبلغ بعد ذلك.
pay_to = الدفع إلى { $merchant }
back = العودة إلى { $merchant }
test_mode = وضع الاختبار
loading = جارٍ التحميل…
attribution = مدعوم من Payloom
card_title = بيانات البطاقة
card_number = رقم البطاقة
card_expiry = تاريخ الانتهاء
card_expiry_shape = \u200eشهر \u200e/\u200e سنة
card_security_code = رمز الأمان
card_encrypted = تُشفَّر بيانات بطاقتك قبل أن تغادر هذا الجهاز.
mistakes_number = يُرجى إدخال الرقم كما هو مكتوب على البطاقة.
mistakes_expiry = يُرجى إدخال الشهر والسنة، مثل \u2066\u200e05\u00a0/\u00a030\u2069.
mistakes_expired = انتهت صلاحية هذه البطاقة.
mistakes_security_code = يُرجى إدخال رمز الأمان المكوَّن من 3 أو 4 أرقام.
mistakes_card = يُرجى التحقق من بيانات البطاقة.
mistakes_missing = يُرجى ملء هذا الحقل.
mistakes_email = يُرجى إدخال عنوان مثل name@example.com.
mistakes_full_name = يُرجى إدخال الاسم الأول واسم العائلة.
mistakes_iban = يُرجى إدخال رقم IBAN كما هو مكتوب في كشف الحساب.
mistakes_digits = عدد الأرقام المطلوبة: { $count }.
mistakes_entry = يُرجى التحقق من هذه المعلومة.
card_unreachable = تعذَّر تحميل حقول البطاقة. يُرجى التحقق من الاتصال.
details = التفاصيل
items = البنود
total = الإجمالي
amounts_subtotal = المجموع الفرعي
amounts_discount = الخصم
amounts_shipping = الشحن
amounts_tax = الضريبة
amounts_duty = الرسوم الجمركية
challenge_title = يطلب البنك تأكيد عملية الدفع
challenge_text = يُرجى اتباع التعليمات أدناه.
choose = كيف تود الدفع؟
by_card = بطاقة
next_step = ستُكمل الدفع عبر { $method } في الخطوة التالية.
fields_name = الاسم
fields_full_name = الاسم الأول واسم العائلة
fields_holder = صاحب الحساب
fields_email = البريد الإلكتروني
fields_phone = رقم الهاتف
fields_document = الرقم الضريبي أو رقم الهوية
fields_bank = البنك
fields_account_number = رقم الحساب
fields_routing_number = رمز البنك
fields_code = الرمز من تطبيق البنك
fields_street = الشارع والرقم
fields_postal_code = الرمز البريدي
fields_city = المدينة
fields_state = الولاية أو المحافظة
fields_country = البلد
optional = { $field } (اختياري)
select = يُرجى الاختيار
mandates_debit = بالدفع، فإنك تفوّض { $merchant } بتحصيل هذه الدفعة من حسابك، وتفوّض بنكك بتنفيذها.
mandates_later = يشمل هذا التفويض أيضًا الدفعات اللاحقة التي اتفقت عليها مع المتجر.
mandates_sepa = يمكنك مطالبة بنكك بردّ المبلغ خلال ثمانية أسابيع من الخصم.
mandates_bacs = أنت مشمول بحماية ضمان الخصم المباشر البريطاني (Direct Debit Guarantee).
leaving_title = لحظة من فضلك
leaving_text = يجري نقلك إلى الصفحة التي تؤكد فيها عملية الدفع.
awaited_title = عملية الدفع في انتظار تأكيدك
awaited_text = يُرجى تأكيدها في الصفحة التي طلبت ذلك، أو اختيار طريقة دفع أخرى.
confirm_here_title = يُرجى تأكيد عملية الدفع
confirm_here_text = يُرجى اتباع التعليمات في هذه الصفحة، أو اختيار طريقة دفع أخرى.
go_on = متابعة
choose_anew = اختيار طريقة دفع أخرى
returned_title = يمكنك إغلاق هذه النافذة
returned_text = تظهر نتيجة عملية الدفع حيث بدأتها.
instructions_title = طريقة الدفع
instructions_reference = الرقم المرجعي
instructions_until = الدفع قبل
instructions_copy = نسخ
instructions_copied = تم النسخ
processing_title = تجري معالجة عملية الدفع
processing_text = قد يستغرق ذلك بعض الوقت. لا يلزمك القيام بأي شيء.
processing_elsewhere_title = عملية الدفع جارية في نافذة أخرى
processing_elsewhere_text = ستظهر النتيجة هنا أيضًا.
interrupted_title = انقطع الاتصال: يُرجى عدم الدفع مرة أخرى
interrupted_text = ربما وصلت عملية الدفع. يُرجى التحقق من الاتصال، وستظهر النتيجة هنا.
succeeded_title = تمت عملية الدفع بنجاح
succeeded_text = شكرًا لك!
succeeded_elsewhere_title = تم الدفع مسبقًا
succeeded_elsewhere_text = تمت عملية الدفع في نافذة أخرى. خُصم المبلغ مرة واحدة.
card_saved_title = حُفظت البطاقة
card_saved_text = لم يُخصم أي مبلغ.
subscribed_title = بدأ اشتراكك
subscribed_text = لم يُخصم أي مبلغ اليوم.
expired_title = انتهت صلاحية عملية الدفع هذه
expired_text = لم يُخصم أي مبلغ. يُرجى البدء من جديد في المتجر.
canceled_title = أُلغيت عملية الدفع هذه
canceled_text = لم يُخصم أي مبلغ.
failed_title = فشلت عملية الدفع
failed_text = لم يُخصم أي مبلغ. يُرجى البدء من جديد في المتجر.
unreachable_title = تعذَّر تحميل الصفحة
unreachable_text = يُرجى التحقق من الاتصال.
try_again = إعادة المحاولة
bad_link_title = هذا الرابط لا يعمل
bad_link_text = الرابط غير مكتمل أو لم يعد صالحًا. يُرجى البدء من جديد في المتجر.
not_arrived_title = لم تُرسَل عملية الدفع
not_arrived_text = انقطع الاتصال. لم يُخصم أي مبلغ، ويمكنك الدفع مرة أخرى.
offline_title = لا يوجد اتصال بالإنترنت
offline_text = لم يُرسَل شيء ولم يُخصم أي مبلغ. يُرجى التحقق من الاتصال ثم الدفع مرة أخرى.
no_method_title = لا توجد طريقة دفع متاحة
no_method_text = يُرجى العودة لاحقًا.
declined = رُفضت عملية الدفع
declined_by = رُفضت عملية الدفع عبر { $method }.
otherwise_again = يُرجى المحاولة مرة أخرى أو اختيار طريقة دفع أخرى.
otherwise_other = يُرجى اختيار طريقة دفع أخرى.
declines_insufficient_funds = الرصيد في الحساب غير كافٍ.
declines_card_declined = رفض البنك البطاقة.
declines_do_not_honor = رفض البنك عملية الدفع دون ذكر السبب.
declines_expired_card = انتهت صلاحية البطاقة.
declines_invalid_card = بيانات البطاقة غير صالحة.
declines_incorrect_cvc = رمز الأمان غير صحيح.
declines_limit_exceeded = يتجاوز المبلغ أحد حدود البطاقة.
declines_authentication_required = يطلب منك البنك تأكيد عملية الدفع.
declines_authentication_failed = تعذَّر على البنك التحقق من هويتك.
declines_currency_not_supported = لا يمكن الخصم من البطاقة بهذه العملة.
declines_issuer_unavailable = تعذَّر الوصول إلى البنك في الوقت الحالي.
declines_processing_error = تعذَّرت معالجة عملية الدفع.
declines_no_route = لا يمكن قبول الدفع في الوقت الحالي.
declines_method_unavailable = طريقة الدفع هذه غير متاحة.
advice_retry_later = يُرجى المحاولة مرة أخرى بعد بضع دقائق.
advice_use_another_method = يُرجى استخدام بطاقة أخرى.
advice_correct_details = يُرجى تصحيح البيانات والمحاولة مرة أخرى.
advice_authenticate = يُرجى المحاولة مرة أخرى وتأكيد الدفع لدى البنك.
advice_contact_issuer = يُرجى التواصل مع البنك أو استخدام بطاقة أخرى.
advice_do_not_retry = يُرجى عدم استخدام هذه البطاقة مرة أخرى، واستخدام بطاقة غيرها.
`
