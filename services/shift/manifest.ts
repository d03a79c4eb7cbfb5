/** Shift hand-over at a till: 交班. */
import { SIGNED_FIELDS, type DocumentManifest } from '../contracts/manifest.ts';

/** What a screen needs for its number. */
export const shiftName = { kind: 'shift', prefix: 'JB', label: '交班单' } as const;
export const shiftManifest: DocumentManifest = {
  ...shiftName,
  folder: 'shift',
  path: '/biz-shift',
  permission: 'biz:bizShift',
  moves: [],
  events: 'Shift',
  pages: [
    {
      id: 55,
      area: '/sales',
      place: 6,
      title: '交班',
      path: '/sales/shift',
      icon: 'arrow-switch',
      key: 'biz:bizShift',
      actions: ['list', 'add', 'export'],
    },
  ],
  duty: 'counter',
  looksUp: {},
  print: {
    kind: 'shift',
    columns: 'shift',
    title: '交班单',
    choice: '交班单模板',
    design: null,
    offers: {
      groups: [
        {
          title: '单据',
          fields: [
            ['no', '单据号'],
            ['shiftAt', '日期', 'day'],
            ['shopName', '分店'],
            ['till', '收银台'],
            ['sinceNo', '上一班'],
            ['expected', '应有合计', 'money'],
            ['counted', '实点合计', 'money'],
            ['difference', '差额合计', 'money'],
            ['handedBy', '交班人'],
            ['takenBy', '接班人'],
            ...SIGNED_FIELDS,
          ],
        },
      ],
      lines: [
        ['balance', '结算方式'],
        ['opening', '期初', 'money'],
        ['received', '收付', 'money'],
        ['corrected', '更正', 'money'],
        ['expected', '应有', 'money'],
        ['counted', '实点', 'money'],
        ['difference', '差额', 'money'],
        ['reason', '原因'],
      ],
    },
  },
  tables: { shifts: '交班单' },
  fieldNames: {
    shiftId: '交班单',
    shiftAt: '日期',
    till: '收银台',
    sinceAt: '接班时间',
    opening: '期初',
    received: '收付',
    corrected: '更正',
    expected: '应有金额',
    counted: '实点金额',
    difference: '差额',
    reason: '原因',
    handedBy: '交班人',
    takenBy: '接班人',
  },
};
