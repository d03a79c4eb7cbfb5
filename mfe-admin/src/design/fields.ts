/** What each kind of paper can show: fields in Chinese, in groups, with their units (S0§3). Pure. */
import { CARAT_ON_PAPER, GRAM, pricedPer } from 'services/contracts/field-units';
import { SAMPLE_LABEL, formatOf, type PrintFormat } from 'services/contracts/print-fields';
import type { PrintedField, PrintOffer } from 'services/contracts/manifest';
import { goodsFields, groupOf, type FieldGroup as GoodsFieldGroup } from 'services/goods/contract';
import { LABEL_KIND, PRINTED_DOCUMENTS } from 'services/master-data/contract';

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
  /** Its lists by their names in the printed data, the lines first. */
  readonly tables?: readonly PaperTable[];
};
export type PaperTable = { readonly field: string; readonly title: string; readonly lines: readonly PaperField[] };

type Spec = { readonly wire: string; readonly label: string; readonly kind: string; readonly cost?: true };
const UNITS: Readonly<Record<string, string>> = { grams: GRAM, carats: CARAT_ON_PAPER, yuan: '元', count: '粒' };
const FORMATS: Readonly<Record<string, PrintFormat>> = {
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
};
/** Of a field whose name says nothing of it. */
const formatByKind = ({ wire, kind }: Spec): Pick<PaperField, 'format'> => {
  const format = formatOf(wire) === 'text' ? FORMATS[kind] : undefined;
  return format === undefined ? {} : { format };
};
const paperField = (spec: Spec): PaperField => ({
  field: spec.wire,
  title: spec.label,
  unit: pricedPer(spec.wire, {}) ?? UNITS[spec.kind] ?? '',
  ...formatByKind(spec),
});
const words = (field: string, title: string): PaperField => ({ field, title, unit: '' });
const count = (field: string, title: string): PaperField => ({ field, title, unit: '件', format: 'count' });
const day = (field: string, title: string): PaperField => ({ field, title, unit: '', format: 'day' });
const moment = (field: string, title: string): PaperField => ({ field, title, unit: '', format: 'moment' });
/** What is looked for first, before the others of its group; those stand as {@link goodsFields} has them. */
const FIRST =
  'name stoneName stoneCt stoneP stoneColor stoneShape stoneClean stoneCut stoneMount stoneTransparent stoneTexture stoneRefract sellPrice'.split(
    ' ',
  );
const rankOf = (wire: string): number => (FIRST.includes(wire) ? FIRST.indexOf(wire) : FIRST.length);
/** 1 and 2 mean nothing on paper. */
const CODES = ['priceMode'];
const OFFERED = goodsFields
  .map(([, spec]) => spec)
  .filter(({ wire, cost }) => cost !== true && !CODES.includes(wire))
  .toSorted((one, other) => rankOf(one.wire) - rankOf(other.wire));
/** Attributes of a piece that the designer shows together. */
const piece = (group: GoodsFieldGroup): PaperField[] =>
  OFFERED.filter((spec) => groupOf(spec) === group).map(paperField);

const LABEL: Paper = {
  groups: [
    { title: '基本', fields: [words('barcode', '条码'), ...piece('basic'), count('num', '数量')] },
    { title: '重量', fields: piece('weight') },
    { title: '主石', fields: piece('stone') },
    { title: '副石', fields: piece('side') },
    { title: '价格与工费', fields: piece('price') },
    { title: '证书与检测', fields: piece('assay') },
    {
      title: '来源与其他',
      fields: [
        words('shopName', '分店'),
        words('supplierName', '供应商'),
        day('inStorageAt', '入库日期'),
        words('batchNo', '批次号'),
        words('no', '编号'),
        ...piece('other'),
      ],
    },
    {
      title: '成本',
      cost: true,
      fields: goodsFields.filter(([, spec]) => spec.cost === true).map(([, spec]) => paperField(spec)),
    },
  ],
};

/** The list in the printed data that a document's table shows. */
export const LINES_FIELD = 'goods';

const PRINTED: FieldGroup = {
  title: '打印',
  fields: [
    words('title', '标题'),
    words('printedBy', '打印人'),
    moment('printedAt', '打印时间'),
    words('sheet', '第几页'),
    words('sheetCount', '共几页'),
    words('reprint', '补打标记'),
  ],
};
const UNIT_OF: Readonly<Partial<Record<PrintFormat, string>>> = {
  weight: GRAM,
  carat: CARAT_ON_PAPER,
  count: '件',
  percent: '%',
};
const printed = ([field, title, format]: PrintedField): PaperField => {
  if (format === undefined) return words(field, title);
  const unit = format === 'money' ? (pricedPer(field, {}) ?? '元') : (UNIT_OF[format] ?? '');
  return { field, title, unit, format };
};
const paperWith = ({ groups, lines, tables = [] }: PrintOffer): Paper => ({
  groups: [...groups.map((group) => ({ ...group, fields: group.fields.map(printed) })), PRINTED],
  lines: lines.map(printed),
  tables: [{ field: LINES_FIELD, title: '明细', lines }, ...tables].map((table) => ({
    ...table,
    lines: table.lines.map(printed),
  })),
});
const NOTHING_KNOWN: Paper = { groups: [PRINTED] };
/** Kinds somebody added to the dictionary have the fields of their template columns only. */
export const paperOf = (kind: string, kinds = PRINTED_DOCUMENTS): Paper => {
  if (kind === LABEL_KIND) return LABEL;
  const offers = kinds.find((one) => one.kind === kind)?.offers;
  return offers === undefined ? NOTHING_KNOWN : paperWith(offers);
};

const kindOf = (columns: string): string => PRINTED_DOCUMENTS.find((one) => one.columns === columns)?.kind ?? columns;
/** A field by its wire name; `kind` of a template or of template columns. */
export const knownField = (kind: string, field: string): PaperField | undefined => {
  const { groups, tables = [] } = paperOf(kindOf(kind));
  return [...groups.flatMap(({ fields }) => fields), ...tables.flatMap(({ lines }) => lines)].find(
    (one) => one.field === field,
  );
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
  const { groups, tables } = paperOf(kind);
  const header = sampleRow(groups.filter(({ cost }) => cost !== true).flatMap(({ fields }) => fields));
  if (tables === undefined) return { ...SAMPLES, ...header };
  const lists = tables.map(({ field, lines }) => [field, Array.from({ length: SAMPLE_LINES }, () => sampleRow(lines))]);
  return { ...header, ...(Object.fromEntries(lists) as Record<string, unknown>) };
};
