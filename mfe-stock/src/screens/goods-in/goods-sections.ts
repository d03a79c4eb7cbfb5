/** The three tabs of a piece (S0§2, §3, §5): 首饰信息, 其他信息, 图片. */
import { can } from 'root-config/api';
import type { FormHandle, FormMode, Section } from 'root-config/ui';
import { createElement } from 'react';
import { MAX_BATCH_NO } from 'services/contracts/limits';
import { grossWeight, unitCost } from '../../goods/computed-fields.ts';
import { costRight, goodsFieldIn } from '../../goods/goods-fields.ts';
import { labelTemplateSource, supplierSource } from '../../sources.ts';
import type { GoodsValues } from './goods-values.ts';
import { nameField, priceField } from './overridden.ts';
import { ReceiptWords } from './receipt-words.tsx';
import { Scale } from './scale.tsx';

type GoodsSection = Section<GoodsValues>;

const JEWEL = '首饰信息';
const OTHER = '其他信息';
const PHOTOS = '图片';
const PRICE_MODES = [
  { value: '1', label: '一口价' },
  { value: '2', label: '按克' },
];
const STATUS = [
  { value: '2', label: '正常' },
  { value: '1', label: '停用' },
];

/** What a delivery shares: folded after its first piece, so that the next one begins with what is its own. */
const receipt = (mode: FormMode, next: boolean): GoodsSection => ({
  tab: JEWEL,
  title: '入库',
  columns: 6,
  ...(next && { fold: ({ values }) => createElement(ReceiptWords, { values }) }),
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店不能为空' },
    { kind: 'remote', name: 'supplierId', label: '供应商', source: supplierSource, nameField: 'supplierName' },
    goodsFieldIn<GoodsValues>(mode)('type'),
    {
      kind: 'day',
      name: 'inStorageAt',
      label: '入库日期',
      required: '入库日期不能为空',
      disabled: () => !can('biz:date:any'),
    },
    {
      kind: 'remote',
      name: 'printTemplate',
      label: '标签模板',
      source: labelTemplateSource,
      required: '请选择标签模板',
    },
    { kind: 'text', name: 'batchNo', label: '批次号', maxLength: MAX_BATCH_NO },
  ],
});

/** The name follows, so what was said about the empty one no longer holds. */
const named = (_: unknown, { name }: Partial<GoodsValues>): Partial<GoodsValues> => ({ name });

/** What the piece is, with the stones its name, weight and cost are made of. */
const jewel = (mode: FormMode): GoodsSection => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: JEWEL,
    title: '首饰与石头',
    columns: 6,
    fields: [
      field('fineness', { follow: named }),
      field('stoneName', { follow: named }),
      field('style', { follow: named }),
      nameField,
      { kind: 'count', name: 'num', label: '数量', unit: '件', min: 1 },
      field('stoneCt'),
      field('stoneP'),
      field('stoneMeasure'),
      field('stoneCost'),
      field('goldContent'),
      field('ringsize'),
      field('secondName'),
      field('secondCt'),
      field('secondP'),
      field('secondMeasure'),
      field('secondCost'),
      { kind: 'text', name: 'barcode', label: '条码', disabled: true, placeholder: '保存时自动生成' },
    ],
  };
};

const weights = (mode: FormMode): GoodsSection => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: JEWEL,
    title: '重量、用料与工费',
    columns: 6,
    fields: [
      field('goldWeight', {
        span: 2,
        // What lies on the scale is a new piece (S0§5).
        ...(mode === 'add' && { aside: (form: FormHandle<GoodsValues>) => createElement(Scale, { form }) }),
      }),
      field('goldCost', { label: '金价' }),
      field('partWeight'),
      field('partCost'),
      field('cerifCost'),
      field('stoneWorkfee'),
      field('otherCost'),
      field('workFee'),
      field('fineWorkFee'),
      field('piceWorkFee'),
      field('sellRaito'),
      field('styleNo'),
      field('color'),
      field('spec'),
      field('serialNo'),
      field('cerif'),
      { kind: 'select', name: 'priceMode', label: '计价方式', options: PRICE_MODES, placeholder: '按牌价判断' },
    ],
  };
};

/** What all of it comes to, in sight whatever is being typed. */
const price = (mode: FormMode): GoodsSection => ({
  columns: 3,
  foot: true,
  fields: [
    {
      kind: 'computed',
      as: 'weight',
      name: 'weight',
      label: '总重',
      compute: grossWeight,
      formula: '总重 = 录入总重；未填时 = 金重 + 配件重 + 0.2 × 主石重 + 0.2 × 副石重',
      inputs: ['givenWeight', 'goldWeight', 'partWeight', 'stoneCt', 'secondCt'],
    },
    {
      kind: 'computed',
      as: 'money',
      name: 'piceCost',
      label: '成本',
      allow: costRight(mode),
      compute: unitCost,
      formula:
        '成本 = 录入成本；未填时 = 金重 × 金价 + 配件重 × 配件单价 + 主石金额 + 副石金额 + 证书费 + 镶石费 + 其他费用',
      inputs: [
        'givenCost',
        'goldWeight',
        'goldCost',
        'partWeight',
        'partCost',
        'stoneCt',
        'stoneCost',
        'secondCt',
        'secondCost',
        'cerifCost',
        'stoneWorkfee',
        'otherCost',
      ],
    },
    priceField(mode),
  ],
});

/** What was weighed or paid as a whole: it stands before the formulas, and few pieces have it. */
const given = (mode: FormMode): GoodsSection => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '录入的总重与成本',
    columns: 6,
    fields: [
      field('givenWeight', { span: 2, hint: '整件称得的重量，填写后不按公式计算' }),
      field('givenCost', { span: 2, hint: '供应商给的成本，填写后不按公式计算' }),
    ],
  };
};

/** How the main stone was graded. */
const grades = (mode: FormMode): GoodsSection => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '主石品质',
    columns: 6,
    fields: [
      field('stoneColor'),
      field('stoneShape'),
      field('stoneClean'),
      field('stoneCut'),
      field('stoneMount'),
      field('stoneTransparent'),
      field('stoneTexture'),
      field('stoneRefract'),
      field('overlayWeight'),
      field('stoneParam', { span: 2 }),
    ],
  };
};
const papers = (mode: FormMode): GoodsSection => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '检测与其他',
    columns: 4,
    fields: [
      field('examUnit'),
      field('examStand1'),
      field('examStand2'),
      field('examTelphone'),
      field('otherParam'),
      { kind: 'radio', name: 'status', label: '状态', options: STATUS },
      field('examUrl', { span: 2 }),
      field('remark', { span: 2 }),
    ],
  };
};

/** `next`: a piece of the same delivery was just saved. */
export const goodsSections = (mode: FormMode, next: boolean): readonly GoodsSection[] => [
  receipt(mode, next),
  jewel(mode),
  weights(mode),
  given(mode),
  grades(mode),
  papers(mode),
  {
    tab: PHOTOS,
    columns: 1,
    fields: [goodsFieldIn<GoodsValues>(mode)('pictures', { camera: can('biz:bizGoodsIn:capture') })],
  },
  price(mode),
];
