/** The three tabs of a piece (S0§2, §3, §5): 首饰信息, 其他信息, 图片. */
import { can } from 'root-config/api';
import { type FormMode, type Section } from 'root-config/ui';
import { MAX_BATCH_NO } from 'services/contracts/limits';
import { grossWeight, unitCost } from '../../goods/computed.ts';
import { costRight, goodsFieldIn } from '../../goods/goods-fields.ts';
import { labelTemplateSource, supplierSource } from '../../sources.ts';
import type { GoodsValues } from './goods-values.ts';
import { nameField, priceField } from './overridden.ts';

type Part = Section<GoodsValues>;

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
const PER_GRAM = '元/克';
const PER_PIECE = '元/件';

const receipt = (mode: FormMode): Part => ({
  tab: JEWEL,
  title: '入库',
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店不能为空' },
    { kind: 'remote', name: 'supplierId', label: '供应商', source: supplierSource, nameField: 'supplierName' },
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
    { kind: 'text', name: 'barcode', label: '条码', disabled: true, placeholder: '保存时自动生成' },
    { kind: 'count', name: 'num', label: '数量', unit: '件', min: 1 },
    goodsFieldIn<GoodsValues>(mode)('serialNo'),
  ],
});

/** The name follows, so what was said about the empty one no longer holds. */
const named = (_: unknown, { name }: Partial<GoodsValues>): Partial<GoodsValues> => ({ name });

const jewel = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: JEWEL,
    title: '首饰',
    columns: 4,
    fields: [
      field('type'),
      field('fineness', { follow: named }),
      field('stoneName', { follow: named }),
      field('style', { follow: named }),
      nameField,
      field('goldContent'),
      field('ringsize'),
      field('styleNo'),
      field('color'),
      field('spec'),
    ],
  };
};

const weights = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: JEWEL,
    title: '重量与用料',
    columns: 4,
    fields: [
      field('goldWeight'),
      field('goldCost', { label: '金价', unit: PER_GRAM }),
      field('partWeight'),
      field('partCost', { unit: PER_GRAM }),
      field('cerifCost'),
      field('stoneWorkfee'),
      field('otherCost'),
      {
        kind: 'computed',
        as: 'weight',
        name: 'weight',
        label: '总重',
        compute: grossWeight,
        formula: '总重 = 金重 + 配件重 + 0.2 × 主石重 + 0.2 × 副石重',
        inputs: ['goldWeight', 'partWeight', 'stoneCt', 'secondCt'],
      },
    ],
  };
};

const price = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: JEWEL,
    title: can(costRight(mode)) ? '成本、工费与标价' : '工费与标价',
    columns: 4,
    fields: [
      {
        kind: 'computed',
        as: 'money',
        name: 'piceCost',
        label: '成本',
        allow: costRight(mode),
        compute: unitCost,
        formula: '成本 = 金重 × 金价 + 配件重 × 配件单价 + 主石金额 + 副石金额 + 证书费 + 镶石费 + 其他费用',
        inputs: [
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
      field('workFee', { unit: PER_GRAM }),
      field('fineWorkFee', { unit: PER_GRAM }),
      field('piceWorkFee', { unit: PER_PIECE }),
      field('sellRaito'),
      priceField(mode),
      { kind: 'select', name: 'priceMode', label: '计价方式', options: PRICE_MODES, placeholder: '按牌价判断' },
    ],
  };
};

const mainStone = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '主石',
    columns: 4,
    fields: [
      field('stoneCt'),
      field('stoneP'),
      field('stoneMeasure'),
      field('stoneCost'),
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
const sideStone = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '副石',
    columns: 4,
    fields: [field('secondName'), field('secondCt'), field('secondP'), field('secondMeasure'), field('secondCost')],
  };
};
const papers = (mode: FormMode): Part => {
  const field = goodsFieldIn<GoodsValues>(mode);
  return {
    tab: OTHER,
    title: '证书与其他',
    columns: 4,
    fields: [
      field('cerif'),
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

export const goodsSections = (mode: FormMode): readonly Part[] => [
  receipt(mode),
  jewel(mode),
  weights(mode),
  price(mode),
  mainStone(mode),
  sideStone(mode),
  papers(mode),
  {
    tab: PHOTOS,
    columns: 1,
    fields: [goodsFieldIn<GoodsValues>(mode)('pictures', { camera: can('biz:bizGoodsIn:capture') })],
  },
];
