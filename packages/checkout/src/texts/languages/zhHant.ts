/** Chinese, in traditional characters. */
export const zhHant = `
pay = 支付 { $amount }
subscribe = 訂閱並支付 { $amount }
start_trial = 開始試用，之後支付 { $amount }
save_card = 儲存卡片
every_day = { $count ->
    [1] 每天
   *[other] 每 { $count } 天
}
every_week = { $count ->
    [1] 每週
   *[other] 每 { $count } 週
}
every_month = { $count ->
    [1] 每月
   *[other] 每 { $count } 個月
}
every_year = { $count ->
    [1] 每年
   *[other] 每 { $count } 年
}
terms_today = 今日應付
terms_today_with_fee = 今日應付（其中 { $fee } 為一次性開通費）
terms_later = 之後自 { $from }起{ $often }支付 { $amount }。
terms_later_after_free_trial = 免費試用 { $days } 天，之後自 { $from }起{ $often }支付 { $amount }。
terms_later_after_paid_trial = { $days } 天試用價 { $trial }，之後自 { $from }起{ $often }支付 { $amount }。
terms_ends = 支付 { $charges } 次（每次 { $amount }）後自動結束。
terms_nothing_later = 之後不再扣款。
pay_to = 付款給 { $merchant }
back = 返回 { $merchant }
test_mode = 測試模式
loading = 載入中…
attribution = 由 Payloom 提供技術支援
card_title = 卡片資料
card_number = 卡號
card_expiry = 有效期限
card_expiry_shape = 月 / 年
card_security_code = 安全碼
card_encrypted = 您的卡片資料在離開此裝置前會先加密。
mistakes_number = 請輸入卡片上的卡號。
mistakes_expiry = 請輸入月份和年份，例如 05\u00a0/\u00a030。
mistakes_expired = 此卡片已過期。
mistakes_security_code = 請輸入 3 位或 4 位安全碼。
mistakes_card = 請檢查卡片資料。
card_unreachable = 無法載入卡片欄位。請檢查您的網路連線。
details = 詳細資料
items = 明細
total = 總計
challenge_title = 您的銀行需要確認這筆付款
challenge_text = 請依照下方指示操作。
choose = 請選擇付款方式
by_card = 卡片
next_step = 您將在下一步透過 { $method } 完成付款。
leaving_title = 請稍候
leaving_text = 正在前往確認付款的頁面。
awaited_title = 您的付款等待確認
awaited_text = 請在要求確認的頁面上確認，或選擇其他付款方式。
confirm_here_title = 請確認您的付款
confirm_here_text = 請依照本頁指示操作，或選擇其他付款方式。
go_on = 繼續
choose_anew = 選擇其他付款方式
returned_title = 您可以關閉此視窗
returned_text = 付款結果會顯示在您開始付款的頁面。
instructions_title = 付款方法
instructions_reference = 付款參考編號
instructions_until = 付款期限
instructions_copy = 複製
instructions_copied = 已複製
processing_title = 正在處理您的付款
processing_text = 這可能需要一點時間，您不需要進行任何操作。
processing_elsewhere_title = 正在另一個視窗中付款
processing_elsewhere_text = 結果也會顯示在這裡。
interrupted_title = 連線中斷：請勿重複付款
interrupted_text = 付款可能已送達。請檢查網路連線，結果會顯示在這裡。
succeeded_title = 付款成功
succeeded_text = 謝謝您！
succeeded_elsewhere_title = 已付款
succeeded_elsewhere_text = 付款已在另一個視窗中完成。您只被扣款一次。
card_saved_title = 卡片已儲存
card_saved_text = 未扣除任何款項。
subscribed_title = 您的訂閱已開始
subscribed_text = 今天未扣除任何款項。
expired_title = 這筆付款已過期
expired_text = 未扣除任何款項。請從商店重新開始。
canceled_title = 這筆付款已取消
canceled_text = 未扣除任何款項。
failed_title = 付款失敗
failed_text = 未扣除任何款項。請從商店重新開始。
unreachable_title = 無法載入頁面
unreachable_text = 請檢查您的網路連線。
try_again = 再試一次
bad_link_title = 此連結無法使用
bad_link_text = 連結不完整或已失效。請從商店重新開始。
not_arrived_title = 付款未送出
not_arrived_text = 連線中斷。未扣除任何款項，您可以重新付款。
offline_title = 您目前離線
offline_text = 未送出任何內容，也未扣除任何款項。請檢查網路連線，然後重新付款。
no_method_title = 沒有可用的付款方式
no_method_text = 請稍後再試。
declined = 付款遭拒
declined_by = 透過 { $method } 的付款遭拒。
otherwise_again = 請再試一次，或選擇其他付款方式。
otherwise_other = 請選擇其他付款方式。
declines_insufficient_funds = 帳戶餘額不足。
declines_card_declined = 銀行拒絕了此卡片。
declines_do_not_honor = 銀行拒絕了這筆付款，未說明原因。
declines_expired_card = 此卡片已過期。
declines_invalid_card = 卡片資料無效。
declines_incorrect_cvc = 安全碼不正確。
declines_limit_exceeded = 付款金額超過此卡片的限額。
declines_authentication_required = 銀行要求您確認這筆付款。
declines_authentication_failed = 銀行無法確認您的身分。
declines_currency_not_supported = 此卡片不支援以此幣別扣款。
declines_issuer_unavailable = 目前無法連線至銀行。
declines_processing_error = 無法處理這筆付款。
declines_no_route = 目前無法接受付款。
declines_method_unavailable = 此付款方式無法使用。
advice_retry_later = 請於幾分鐘後再試一次。
advice_use_another_method = 請使用其他卡片。
advice_correct_details = 請更正資料後再試一次。
advice_authenticate = 請再試一次，並向您的銀行確認付款。
advice_contact_issuer = 請洽詢您的銀行，或使用其他卡片。
advice_do_not_retry = 請勿再次使用此卡片，請改用其他卡片。
`
