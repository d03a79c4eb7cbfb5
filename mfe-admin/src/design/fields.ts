/** What each kind of paper can show: fields in Chinese, in groups, with their units (S0§3). Pure. */
import { CARAT_ON_PAPER, GRAM, pricedPer } from 'services/contracts/field-units';
import { SAMPLE_LABEL, formatOf, type PrintFormat } from 'services/contracts/print-fields';
import { goodsFields } from 'services/goods/contract';

export type PaperField = {
  /** Wire name in the printed data. */
  readonly field: string;
  readonly title: string;
  /** g, 克拉, 元 …; '' for words. */
  readonly unit: string;
  /** How it is written where the field's own way is not known. */
  readonly format?: PrintFormat;
};
export type FieldGroup = {
  readonly title: string;
  readonly fields: readonly PaperField[];
  /** Only for whoever may see costs (R13); without the right the data has none of it. */
  readonly cost?: true;
};
export type Paper = {
  readonly groups: readonly FieldGroup[];
  /** Columns of its lines; a label is one piece and has none. */
  readonly lines?: readonly PaperField[];
};

type Spec = { readonly wire: string; readonly label: string; readonly kind: string; readonly cost?: true };
const UNITS: Readonly<Record<string, string>> = { grams: GRAM, carats: CARAT_ON_PAPER, yuan: '元', count: '粒' };
const paperField = ({ wire, label, kind }: Spec): PaperField => ({
  field: wire,
  title: label,
  unit: pricedPer(wire, {}) ?? UNITS[kind] ?? '',
  ...(kind === 'yuan' && formatOf(wire) === 'text' ? { format: 'money' as const } : {}),
});
const ATTRIBUTES = new Map(goodsFields.map(([, spec]) => [spec.wire, paperField(spec)]));
const words = (field: string, title: string): PaperField => ({ field, title, unit: '' });
const weight = (field: string, title: string): PaperField => ({ field, title, unit: GRAM, format: 'weight' });
const money = (field: string, title: string): PaperField => ({
  field,
  title,
  unit: pricedPer(field, {}) ?? '元',
  format: 'money',
});
const count = (field: string, title: string): PaperField => ({ field, title, unit: '件', format: 'count' });
const day = (field: string, title: string): PaperField => ({ field, title, unit: '', format: 'day' });
const moment = (field: string, title: string): PaperField => ({ field, title, unit: '', format: 'moment' });
/** Fields of a piece by their wire names. */
const piece = (names: string): PaperField[] =>
  names.split(' ').flatMap((name) => {
    const known = ATTRIBUTES.get(name);
    return known === undefined ? [] : [known];
  });

const STONE =
  'stoneName stoneCt stoneP stoneColor stoneShape stoneClean stoneCut stoneMount stoneTransparent stoneTexture stoneRefract stoneParam stoneMeasure';
const LABEL: Paper = {
  groups: [
    {
      title: '基本',
      fields: [
        words('barcode', '条码'),
        ...piece('name type style fineness goldContent styleNo serialNo spec color ringsize'),
        count('num', '数量'),
      ],
    },
    { title: '重量', fields: piece('goldWeight partWeight weight givenWeight overlayWeight') },
    { title: '主石', fields: piece(STONE) },
    { title: '副石', fields: piece('secondName secondCt secondP secondMeasure') },
    { title: '价格与工费', fields: piece('sellPrice workFee fineWorkFee piceWorkFee') },
    { title: '证书与检测', fields: piece('cerif examUnit examStand1 examStand2 examUrl examTelphone') },
    {
      title: '来源与其他',
      fields: [
        words('shopName', '分店'),
        words('supplierName', '供应商'),
        day('inStorageAt', '入库日期'),
        words('batchNo', '批次号'),
        words('no', '编号'),
        ...piece('otherParam remark pictures'),
      ],
    },
    {
      title: '成本',
      cost: true,
      fields: goodsFields.filter(([, spec]) => spec.cost === true).map(([, spec]) => paperField(spec)),
    },
  ],
};

const PRINTED: FieldGroup = {
  title: '打印',
  fields: [
    words('title', '标题'),
    words('printedBy', '打印人'),
    moment('printedAt', '打印时间'),
    words('sheet', '第几页'),
    words('sheetCount', '共几页'),
  ],
};
const SIGNED: readonly PaperField[] = [
  words('createdBy', '制单人'),
  moment('createdAt', '制单时间'),
  words('auditor', '审核人'),
  words('remark', '备注'),
];
const TOTALS: readonly PaperField[] = [
  count('lineCount', '行数'),
  count('num', '总件数'),
  weight('goldWeight', '总金重'),
];
const LINE: readonly PaperField[] = [words('barcode', '条码'), words('name', '名称'), words('type', '类别')];

const PAPERS: Readonly<Record<string, Paper>> = {
  label: LABEL,
  invoice: {
    groups: [
      {
        title: '单据',
        fields: [
          words('orderNo', '单号'),
          day('sellAt', '日期'),
          words('shopName', '分店'),
          words('customerName', '客户'),
          words('customerMobile', '客户电话'),
          words('seller', '销售员'),
          ...SIGNED,
        ],
      },
      {
        title: '金额',
        fields: [
          money('amount', '首饰金额'),
          money('changeFee', '退换金额'),
          money('oldFee', '旧料金额'),
          money('giftFee', '赠品金额'),
          money('cleanFee', '清洗金额'),
          money('payableFee', '应付'),
          money('factFee', '实付'),
        ],
      },
      PRINTED,
    ],
    lines: [
      ...LINE,
      words('fineness', '成色'),
      weight('sellGoldWeight', '金重'),
      count('num', '数量'),
      money('todayGoldCost', '金价'),
      money('workFee', '工费'),
      { field: 'rebate', title: '折扣', unit: '%', format: 'percent' },
      money('factSellFee', '金额'),
      words('remark', '备注'),
    ],
  },
  allocate: {
    groups: [
      {
        title: '单据',
        fields: [
          words('no', '单据号'),
          day('allocateAt', '调拨日期'),
          words('outShopName', '调出分店'),
          words('inShopName', '调入分店'),
          ...SIGNED,
        ],
      },
      { title: '合计', fields: TOTALS },
      { title: '成本', cost: true, fields: [money('inAmount', '调入金额')] },
      PRINTED,
    ],
    lines: [
      ...LINE,
      count('inNum', '数量'),
      weight('goldWeight', '金重'),
      money('workFee', '工费'),
      money('outPrice', '调出单价'),
      money('inPrice', '调入单价'),
      words('remark', '备注'),
    ],
  },
  goodsReturn: {
    groups: [
      {
        title: '单据',
        fields: [
          words('no', '单据号'),
          day('returnAt', '退货日期'),
          words('supplierName', '供应商'),
          words('shopName', '分店'),
          ...SIGNED,
        ],
      },
      { title: '合计', fields: TOTALS },
      { title: '成本', cost: true, fields: [money('returnAmount', '退货金额')] },
      PRINTED,
    ],
    lines: [
      ...LINE,
      count('returnNum', '退货数量'),
      weight('goldWeight', '金重'),
      money('piceCost', '成本'),
      money('returnPrice', '退货单价'),
      words('remark', '备注'),
    ],
  },
  check: {
    groups: [
      {
        title: '单据',
        fields: [
          words('no', '单据号'),
          day('checkAt', '盘点日期'),
          words('shopName', '分店'),
          words('type', '首饰类别'),
          words('style', '首饰款式'),
          words('noFind', '未找到'),
          words('scope', '明细范围'),
          ...SIGNED,
        ],
      },
      {
        title: '合计',
        fields: [
          count('lineCount', '行数'),
          count('bookNum', '账面数量'),
          count('factNum', '实盘数量'),
          count('different', '差异行数'),
          weight('goldWeight', '总金重'),
        ],
      },
      PRINTED,
    ],
    lines: [
      ...LINE,
      count('bookNum', '账面'),
      count('factNum', '实盘'),
      count('scanNum', '扫码'),
      weight('goldWeight', '金重'),
      words('stateName', '结果'),
      words('explain', '说明'),
      words('by', '盘点人'),
      words('remark', '备注'),
    ],
  },
};
const NOTHING_KNOWN: Paper = { groups: [PRINTED] };
/** Kinds somebody added to the dictionary have the fields of their template columns only. */
export const paperOf = (kind: string): Paper => PAPERS[kind] ?? NOTHING_KNOWN;
/** The list in the printed data that a document's table shows. */
export const LINES_FIELD = 'goods';

const BY_COLUMNS: Readonly<Record<string, string>> = { goodsIn: 'label', sell: 'invoice' };
/** A field by its wire name; `kind` of a template or of template columns. */
export const knownField = (kind: string, field: string): PaperField | undefined => {
  const { groups, lines = [] } = paperOf(BY_COLUMNS[kind] ?? kind);
  return [...groups.flatMap(({ fields }) => fields), ...lines].find((one) => one.field === field);
};
/** Its Chinese name. */
export const titleOf = (kind: string, field: string): string | undefined => knownField(kind, field)?.title;

const SAMPLES: Readonly<Record<string, unknown>> = {
  ...SAMPLE_LABEL,
  style: '光圈',
  shopName: '罗湖店',
  supplierName: '水贝金行',
};
const sampleOf = ({ field, title, format }: PaperField): unknown => {
  if (SAMPLES[field] !== undefined) return SAMPLES[field];
  if (format === 'count') return 1;
  if (format === 'weight') return 3.215;
  if (format === 'money') return 3680;
  if (format === 'percent') return 95;
  if (format === 'day') return '2026-11-01';
  return format === 'moment' ? '2026-11-01T02:30:00.000Z' : title;
};
const sampleRow = (fields: readonly PaperField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.field, sampleOf(field)]));
const SAMPLE_LINES = 3;
/** Something to design with before a real piece or document is chosen. */
export const sampleData = (kind: string): Readonly<Record<string, unknown>> => {
  const { groups, lines } = paperOf(kind);
  const header = sampleRow(groups.filter(({ cost }) => cost !== true).flatMap(({ fields }) => fields));
  if (lines === undefined) return { ...SAMPLES, ...header };
  return { ...header, [LINES_FIELD]: Array.from({ length: SAMPLE_LINES }, () => sampleRow(lines)) };
};
