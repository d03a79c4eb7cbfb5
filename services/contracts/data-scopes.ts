/** 数据范围 of a role (S2§4): whose rows its people see. */
export const DATA_SCOPE_WORDS = {
  '1': '全部数据权限',
  '2': '自定数据权限',
  '3': '本部门数据权限',
  '4': '本部门及以下数据权限',
  '5': '仅本人数据权限',
} as const;
