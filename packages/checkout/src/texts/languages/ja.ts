/** Japanese. */
export const ja = `
pay = { $amount }を支払う
subscribe = 定期購入して{ $amount }を支払う
start_trial = お試しを開始し、その後{ $amount }を支払う
save_card = カードを保存する
every_day = { $count ->
    [1] 毎日
   *[other] { $count }日ごと
}
every_week = { $count ->
    [1] 毎週
   *[other] { $count }週間ごと
}
every_month = { $count ->
    [1] 毎月
   *[other] { $count }か月ごと
}
every_year = { $count ->
    [1] 毎年
   *[other] { $count }年ごと
}
terms_today = 本日のお支払い
terms_today_with_fee = 本日のお支払い（うち初期費用{ $fee }、初回のみ）
terms_later = その後は{ $from }から{ $amount }（{ $often }）。
terms_later_after_free_trial = { $days }日間無料、その後は{ $from }から{ $amount }（{ $often }）。
terms_later_after_paid_trial = { $days }日間{ $trial }、その後は{ $from }から{ $amount }（{ $often }）。
terms_ends = { $amount }のお支払い{ $charges }回で自動的に終了します。
terms_nothing_later = その後のお支払いはありません。
pay_to = { $merchant }へのお支払い
back = { $merchant }に戻る
test_mode = テストモード
loading = 読み込み中…
attribution = Payloomによる提供
card_title = カード情報
card_number = カード番号
card_expiry = 有効期限
card_expiry_shape = 月 / 年
card_security_code = セキュリティコード
card_encrypted = カード情報は、この端末から送信される前に暗号化されます。
mistakes_number = カードに記載されている番号を入力してください。
mistakes_expiry = 月と年を入力してください（例: 05\u00a0/\u00a030）。
mistakes_expired = このカードは有効期限が切れています。
mistakes_security_code = 3桁または4桁のセキュリティコードを入力してください。
mistakes_card = カード情報をご確認ください。
card_unreachable = カードの入力欄を読み込めません。接続をご確認ください。
details = 詳細
items = 明細
total = 合計
challenge_title = カード会社による本人確認が必要です
challenge_text = 以下の案内に従ってください。
choose = お支払い方法をお選びください
by_card = カード
next_step = 次の手順で、{ $method }でのお支払いを完了します。
leaving_title = 少々お待ちください
leaving_text = お支払いを確認するページに移動します。
awaited_title = お支払いの確認をお待ちしています
awaited_text = 確認ページで手続きを続けるか、別のお支払い方法をお選びください。
confirm_here_title = お支払いの確認をお願いします
confirm_here_text = このページの案内に沿って操作するか、別のお支払い方法をお選びください。
go_on = 続ける
choose_anew = 別のお支払い方法を選ぶ
returned_title = このウィンドウを閉じてもかまいません
returned_text = お支払いの結果は、手続きを始めた画面に表示されます。
instructions_title = お支払い方法のご案内
instructions_reference = 参照番号
instructions_until = お支払い期限
instructions_copy = コピー
instructions_copied = コピーしました
processing_title = お支払いを処理しています
processing_text = 少し時間がかかることがあります。そのままお待ちください。
processing_elsewhere_title = 別のウィンドウでお支払いを処理しています
processing_elsewhere_text = 結果はこの画面にも表示されます。
interrupted_title = 接続が途切れました。もう一度支払わないでください
interrupted_text = お支払いは届いている可能性があります。接続をご確認ください。結果はこの画面に表示されます。
succeeded_title = お支払いが完了しました
succeeded_text = ありがとうございました。
succeeded_elsewhere_title = お支払いは完了しています
succeeded_elsewhere_text = 別のウィンドウでお支払いが完了しました。請求は1回のみです。
card_saved_title = カードを保存しました
card_saved_text = 請求は行われていません。
subscribed_title = 定期購入が始まりました
subscribed_text = 本日の請求はありません。
expired_title = お支払いの有効期限が切れました
expired_text = 請求は行われていません。ショップからもう一度お手続きください。
canceled_title = お支払いはキャンセルされました
canceled_text = 請求は行われていません。
failed_title = お支払いできませんでした
failed_text = 請求は行われていません。ショップからもう一度お手続きください。
unreachable_title = ページを読み込めません
unreachable_text = 接続をご確認ください。
try_again = もう一度試す
bad_link_title = このリンクは使えません
bad_link_text = リンクが不完全か、無効になっています。ショップからもう一度お手続きください。
not_arrived_title = お支払いは送信されませんでした
not_arrived_text = 接続が切れました。請求は行われていません。もう一度お支払いいただけます。
offline_title = オフラインです
offline_text = 何も送信されておらず、請求も行われていません。接続をご確認のうえ、もう一度お支払いください。
no_method_title = 現在ご利用いただけるお支払い方法がありません
no_method_text = しばらくしてからもう一度お試しください。
declined = お支払いが承認されませんでした
declined_by = { $method }でのお支払いは承認されませんでした。
otherwise_again = もう一度お試しになるか、別のお支払い方法をお選びください。
otherwise_other = 別のお支払い方法をお選びください。
declines_insufficient_funds = 口座の残高が不足しています。
declines_card_declined = カードが承認されませんでした。
declines_do_not_honor = カード会社がお支払いを承認しませんでした。理由は示されていません。
declines_expired_card = カードの有効期限が切れています。
declines_invalid_card = カード情報が正しくありません。
declines_incorrect_cvc = セキュリティコードが正しくありません。
declines_limit_exceeded = カードの利用限度額を超えています。
declines_authentication_required = カード会社による本人確認が必要です。
declines_authentication_failed = 本人確認ができませんでした。
declines_currency_not_supported = このカードはこの通貨に対応していません。
declines_issuer_unavailable = 現在カード会社に接続できません。
declines_processing_error = お支払いを処理できませんでした。
declines_no_route = 現在お支払いを受け付けられません。
declines_method_unavailable = このお支払い方法はご利用いただけません。
advice_retry_later = 数分後にもう一度お試しください。
advice_use_another_method = 別のカードをご利用ください。
advice_correct_details = カード情報を修正して、もう一度お試しください。
advice_authenticate = もう一度お試しいただき、カード会社で本人確認をしてください。
advice_contact_issuer = カード会社にお問い合わせいただくか、別のカードをご利用ください。
advice_do_not_retry = このカードは使わず、別のカードをご利用ください。
`
