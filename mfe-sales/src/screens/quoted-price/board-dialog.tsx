/** 修改报价: the rows of the board, its two pictures, a remark, and from when it is valid (S1§2.13, 5). */
import { BoardRecord, quotedPrice } from 'projections/quoted-prices/contract';
import { mostOf } from 'services/contracts/values';
import { FormDialog, confirm, linesOf, usePhone, type LineColumn, type Section } from 'root-config/ui';
import {
  boardBody,
  boardValues,
  doubtsOf,
  momentProblems,
  newLine,
  type BoardValues,
  type QuotedLine,
} from './board-values.ts';

const EMPTY = '列表中至少要有一行数据！';
const priceColumn = (field: 'cost' | 'price', title: string): LineColumn<QuotedLine> => ({
  field,
  title,
  kind: 'money',
  width: 132,
  edit: 'number',
  min: 0,
  max: mostOf('unitPrice'),
});
const COLUMNS: readonly LineColumn<QuotedLine>[] = [
  { field: 'quotedSort', title: '排序', kind: 'count', width: 72, edit: 'number', min: 0, max: mostOf('sort') },
  { field: 'name', title: '成色', kind: 'text', width: 150, edit: 'dict', dict: 'goodsFineness' },
  { field: 'goldContent', title: '含金量(‰)', kind: 'text', width: 110, edit: 'dict', dict: 'goldContent' },
  priceColumn('cost', '入库金价'),
  priceColumn('price', '销售金价'),
  { field: 'measureUnit', title: '单位', kind: 'text', width: 90, edit: 'text', maxLength: 20 },
];

/** A phone shows what changes every day first. */
const PHONE_FIRST: readonly (keyof QuotedLine)[] = ['name', 'price', 'cost', 'goldContent'];
const PHONE_COLUMNS: readonly LineColumn<QuotedLine>[] = [
  ...PHONE_FIRST.flatMap((field) => COLUMNS.filter((column) => column.field === field)).map((column) => ({
    ...column,
    width: 84,
  })),
  ...COLUMNS.filter(({ field }) => !PHONE_FIRST.includes(field)),
];

const sectionsFor = (phone: boolean): readonly Section<BoardValues>[] => [
  {
    lines: linesOf<BoardValues>()<QuotedLine>({
      name: 'details',
      columns: phone ? PHONE_COLUMNS : COLUMNS,
      keyOf: ({ key }) => key,
      newLine,
      height: 280,
      required: EMPTY,
    }),
  },
  {
    columns: 2,
    fields: [
      { kind: 'day', name: 'validFrom', label: '生效日期', limited: false, hint: '不填则保存后立即生效' },
      { kind: 'text', name: 'validTime', label: '生效时间', maxLength: 5, hint: '时:分，如 09:30；不填为零点' },
      { kind: 'textarea', name: 'remark', label: '备注', rows: 2, maxLength: 500, hint: '显示在金价展示页上' },
      { kind: 'pictures', name: 'adPicture', label: '广告图片', max: 1, crop: { width: 400, height: 300 } },
      { kind: 'pictures', name: 'backgroudPicture', label: '背景图片', max: 1, crop: { width: 300, height: 400 } },
    ],
  },
];

const askDoubts = async ({ details }: BoardValues): Promise<boolean> => {
  const doubts = doubtsOf(details);
  return doubts.length === 0 || confirm({ title: '请核对金价', text: `${doubts.join('\n')}\n确认无误并保存？` });
};

type Props = {
  /** Whether anything was quoted yet. */
  readonly exists: boolean;
  /** The version that waits instead of the one that is valid. */
  readonly planned?: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const BoardDialog = ({ exists, planned = false, onSaved, onClose }: Props) => {
  const phone = usePhone();
  return (
    <FormDialog<BoardValues>
      title={planned ? '修改待生效报价' : '修改报价'}
      mode={exists ? 'edit' : 'add'}
      width={900}
      path={quotedPrice.path}
      initial={{ details: [], adPicture: '[]', backgroudPicture: '[]', remark: '', validFrom: '', validTime: '' }}
      {...(exists && {
        source: quotedPrice.path,
        read: (data: unknown) => boardValues(BoardRecord.parse(data), planned),
      })}
      body={boardBody}
      sections={sectionsFor(phone)}
      check={momentProblems}
      ask={askDoubts}
      draft={planned ? 'quoted-price-planned' : 'quoted-price'}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
