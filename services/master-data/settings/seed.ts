/** Settings every installation starts with (S2§3, R17). Values are never overwritten: another default holds for new houses alone. */
import { SETTING_DEFAULTS, type NumberSetting } from '../../contracts/setting-defaults.ts';

export type SettingSeed = {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly frontend: boolean;
};

const entry = (key: string, name: string, value: string, frontend = false): SettingSeed => ({
  key,
  name,
  value,
  frontend,
});

const number = (key: NumberSetting, name: string): SettingSeed => entry(key, name, SETTING_DEFAULTS[key]);

/** The public account by which shoppers come in (R159). */
const SHOPPER_SEEDS: readonly SettingSeed[] = [
  entry('wx_app_id', '微信公众号 AppID，没有时留空', ''),
  entry('wx_app_secret', '微信公众号 AppSecret，保存后不再显示', ''),
  entry('wx_authorize_url', '微信授权网址，留空为微信自己的', ''),
  entry('wx_token_url', '微信令牌网址，留空为微信自己的', ''),
  entry('wx_check_file', '公众号域名校验文件名，如 MP_verify_xxx.txt', ''),
  entry('wx_check_text', '公众号域名校验文件的内容', ''),
  entry('wx_slip_price', '顾客的质保单上显示成交价：true 显示，false 不显示', 'false'),
  entry('wx_slip_terms', '顾客的质保单下方的售后条款，每行一条，可留空', ''),
];

/** `initPassword` is random per installation: a password that everybody knows is none. */
export const settingSeeds = (initPassword: string): readonly SettingSeed[] => [
  entry('sys_user_initPassword', '用户初始密码', initPassword),
  entry('sys_app_name', '系统名称', '珠宝管理系统', true),
  entry('sys_app_logo', '系统图标', '', true),
  entry('sys_index_skinName', '皮肤样式', 'skin-red', true),
  entry('sys_index_sideTheme', '侧栏主题', 'theme-light', true),
  entry('beian', '备案号', '', true),
  entry('print_direct', '保存后直接打印', 'false', true),
  number('sell_round_limit', '抹零上限（元）'),
  entry('recycle_work_fee', '回收工费：add 加到单价，subtract 从单价扣除', 'add'),
  entry('sell_floor', '最低售价（全价的%），低于需授权；可按类别写成 {"戒指":85,"*":80}，留空按最低折扣', ''),
  number('sell_min_rebate', '最低折扣（%），低于此折扣提示'),
  number('sell_max_gold_price_gap', '金价最多低于挂牌价（%），超过提示'),
  number('sell_max_cut_down', '截金或加金最多占金重（%），超过需授权'),
  number('sell_min_work_fee', '最低克工费（元/g），低于提示'),
  number('sell_min_fine_work_fee', '最低精工费（元/g），低于提示'),
  number('sell_min_pice_work_fee', '最低件工费（元/件），低于提示'),
  number('recycle_gap', '没有挂牌回收价时，旧料按挂牌售价低多少（%）回收'),
  number('free_gifts_per_order', '一张销售单最多送几件赠品，超过需授权'),
  number('free_cleaning_per_day', '一人一天免费维修清洗多少件以内不记入异常'),
  number('refund_limit', '一张单退款付出多少（元）以上需授权'),
  entry('points_value', '退货后积分不足时，一个积分折多少分钱从退货单价中扣（整数分），0 为只提示', '0'),
  number('deposit_proof_limit', '一位客户30天内未经核对可付出的定金、储值卡和积分（元），超过需另一人授权'),
  entry(
    'second_person',
    '这些单据要两个人经手（制单人不能自己审核）：单据种类，逗号分隔',
    'recycle-out,adjust,material-check',
  ),
  number('recycle_loss_limit', '熔料、返厂最多损耗（纯重的%），超过需授权'),
  number('recycle_back_days', '旧料出库多少天没有回来，每周记一条异常'),
  number('cash_report_limit', '大额现金登记限额（元）：一人一天的现金达到即登记'),
  number('shift_difference_limit', '交班差额上限（元）：一种结算方式超过即待第三人确认'),
  entry('work_calendar', '工作日历：holidays 休息的工作日，workdays 上班的周末', '{"holidays":[],"workdays":[]}'),
  entry('jewel_price_url', '实时金价行情源地址，没有时留空', ''),
  number('clean_days', '维修清洗默认天数'),
  number('sys_log_keep_days', '登录、操作和任务日志保留天数，之后归档'),
  entry('password_min_length', '密码最短长度', '6'),
  ...SHOPPER_SEEDS,
  entry('oxs', '对象存储', '{"IsOxs":false}'),
];
