/** What an entry of the operation log did: `businessType` on the wire, the dictionary sys_oper_type (R105). */
export const OPERATION_TYPES = {
  '1': '新增',
  '2': '修改',
  '3': '删除',
  '5': '导出',
  '6': '导入',
  '9': '清空',
} as const;
