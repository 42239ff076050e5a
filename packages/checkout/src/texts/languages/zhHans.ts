/** Chinese, in simplified characters. */
export const zhHans = `
pay = 支付 { $amount }
subscribe = 订阅并支付 { $amount }
start_trial = 开始试用，之后支付 { $amount }
save_card = 保存银行卡
every_day = { $count ->
    [1] 每天
   *[other] 每 { $count } 天
}
every_week = { $count ->
    [1] 每周
   *[other] 每 { $count } 周
}
every_month = { $count ->
    [1] 每月
   *[other] 每 { $count } 个月
}
every_year = { $count ->
    [1] 每年
   *[other] 每 { $count } 年
}
terms_today = 今日应付
terms_today_with_fee = 今日应付（其中 { $fee } 为一次性开通费）
terms_later = 之后自 { $from }起{ $often }支付 { $amount }。
terms_later_after_free_trial = 免费试用 { $days } 天，之后自 { $from }起{ $often }支付 { $amount }。
terms_later_after_paid_trial = { $days } 天试用价 { $trial }，之后自 { $from }起{ $often }支付 { $amount }。
terms_ends = 支付 { $charges } 次（每次 { $amount }）后自动结束。
terms_nothing_later = 之后不再扣款。
pay_to = 向 { $merchant } 付款
back = 返回 { $merchant }
test_mode = 测试模式
loading = 正在加载…
attribution = 由 Payloom 提供支持
card_title = 银行卡信息
card_number = 卡号
card_expiry = 有效期
card_expiry_shape = 月 / 年
card_security_code = 安全码
card_encrypted = 您的银行卡信息在离开此设备前会被加密。
mistakes_number = 请输入卡面上的卡号。
mistakes_expiry = 请输入月份和年份，例如 05\u00a0/\u00a030。
mistakes_expired = 此卡已过期。
mistakes_security_code = 请输入 3 位或 4 位安全码。
mistakes_card = 请检查银行卡信息。
card_unreachable = 无法加载银行卡输入框。请检查您的网络连接。
details = 详情
items = 明细
total = 合计
challenge_title = 您的银行需要确认此次付款
challenge_text = 请按照下方的提示操作。
choose = 请选择付款方式
by_card = 银行卡
next_step = 您将在下一步通过 { $method } 完成付款。
leaving_title = 请稍候
leaving_text = 正在前往确认付款的页面。
awaited_title = 您的付款等待确认
awaited_text = 请在提示您的页面上确认，或选择其他付款方式。
confirm_here_title = 请确认您的付款
confirm_here_text = 请按照本页的提示操作，或选择其他付款方式。
go_on = 继续
choose_anew = 选择其他付款方式
returned_title = 您可以关闭此窗口
returned_text = 付款结果会显示在您开始付款的页面。
instructions_title = 付款方法
instructions_reference = 付款参考号
instructions_until = 付款截止时间
instructions_copy = 复制
instructions_copied = 已复制
processing_title = 正在处理您的付款
processing_text = 这可能需要一点时间，您无需进行任何操作。
processing_elsewhere_title = 正在另一个窗口中付款
processing_elsewhere_text = 结果也会显示在这里。
interrupted_title = 连接中断：请勿重复付款
interrupted_text = 付款可能已送达。请检查网络连接，结果会显示在这里。
succeeded_title = 付款成功
succeeded_text = 谢谢！
succeeded_elsewhere_title = 已付款
succeeded_elsewhere_text = 付款已在另一个窗口中完成。您只被扣款一次。
card_saved_title = 银行卡已保存
card_saved_text = 未扣除任何款项。
subscribed_title = 您的订阅已开始
subscribed_text = 今天未扣除任何款项。
expired_title = 此次付款已过期
expired_text = 未扣除任何款项。请从商店重新开始。
canceled_title = 此次付款已取消
canceled_text = 未扣除任何款项。
failed_title = 付款失败
failed_text = 未扣除任何款项。请从商店重新开始。
unreachable_title = 无法加载页面
unreachable_text = 请检查您的网络连接。
try_again = 重试
bad_link_title = 此链接无法使用
bad_link_text = 链接不完整或已失效。请从商店重新开始。
not_arrived_title = 付款未发送
not_arrived_text = 连接中断。未扣除任何款项，您可以重新付款。
offline_title = 您处于离线状态
offline_text = 未发送任何内容，也未扣除任何款项。请检查网络连接，然后重新付款。
no_method_title = 没有可用的付款方式
no_method_text = 请稍后再试。
declined = 付款被拒绝
declined_by = 通过 { $method } 的付款被拒绝。
otherwise_again = 请重试，或选择其他付款方式。
otherwise_other = 请选择其他付款方式。
declines_insufficient_funds = 账户余额不足。
declines_card_declined = 银行拒绝了此卡。
declines_do_not_honor = 银行拒绝了此次付款，未说明原因。
declines_expired_card = 此卡已过期。
declines_invalid_card = 银行卡信息无效。
declines_incorrect_cvc = 安全码不正确。
declines_limit_exceeded = 付款金额超过此卡的限额。
declines_authentication_required = 银行要求您确认此次付款。
declines_authentication_failed = 银行未能确认您的身份。
declines_currency_not_supported = 此卡不支持该币种的扣款。
declines_issuer_unavailable = 目前无法连接到银行。
declines_processing_error = 无法处理此次付款。
declines_no_route = 目前无法接受付款。
declines_method_unavailable = 此付款方式不可用。
advice_retry_later = 请几分钟后重试。
advice_use_another_method = 请使用其他银行卡。
advice_correct_details = 请更正信息后重试。
advice_authenticate = 请重试，并向您的银行确认付款。
advice_contact_issuer = 请咨询您的银行，或使用其他银行卡。
advice_do_not_retry = 请勿再次使用此卡，请换用其他银行卡。
`
