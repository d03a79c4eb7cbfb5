/** Signs that a menu may have, by the name it is stored with; the shell draws each of them. */
export const MENU_ICONS = {
  package: '货品',
  tag: '标签',
  gift: '礼品',
  people: '人群',
  person: '个人',
  organization: '机构',
  graph: '图表',
  book: '书',
  file: '文件',
  log: '日志',
  gear: '齿轮',
  database: '数据库',
} as const;
export type MenuIconName = keyof typeof MENU_ICONS;
