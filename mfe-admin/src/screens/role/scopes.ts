/** 数据范围 (S2§4). */
export const SCOPES = [
  { value: '1', label: '全部数据' },
  { value: '2', label: '自定数据（按部门）' },
  { value: '3', label: '本部门数据' },
  { value: '4', label: '本部门及以下数据' },
  { value: '5', label: '仅本人数据' },
];
