/** Settings every installation starts with (S2§3, R17). Values are never overwritten. */
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

/** `initPassword` is random per installation: a password that everybody knows is none. */
export const settingSeeds = (initPassword: string): readonly SettingSeed[] => [
  entry('sys_user_initPassword', '用户初始密码', initPassword),
  entry('sys_app_name', '系统名称', '珠宝管理系统', true),
  entry('sys_app_logo', '系统图标', '', true),
  entry('sys_index_skinName', '皮肤样式', 'skin-red', true),
  entry('sys_index_sideTheme', '侧栏主题', 'theme-light', true),
  entry('beian', '备案号', '', true),
  entry('print_direct', '保存后直接打印', 'false', true),
  entry('sell_round_limit', '抹零上限（元）', '10.00'),
  entry('oxs', '对象存储', '{"IsOxs":false}'),
];
