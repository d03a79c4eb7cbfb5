/** The tab 维修清洗 of an order: what is handed in, its fee, and where it is (S1§2.1, §5; R49). */
import { can } from 'root-config/api';
import { Button, linesOf, openOverlay, type LineColumn, type Section } from 'root-config/ui';
import { blankCleanLine, isBegun, isNewLine, type CleanLine } from '../../order/clean-line.ts';
import { lacksKind } from '../../recycle/line.ts';
import { printNow } from '../../print/papers.tsx';
import { RepairDialog } from '../../repair/repair-dialog.tsx';
import type { OrderValues } from './order-values.ts';

type Choice = 'type' | 'style' | 'fineness' | 'stone' | 'second';
const editable = (line: CleanLine): boolean => !isBegun(line);
const chosen = (field: Choice, title: string, dict: string, width: number): LineColumn<CleanLine> => ({
  field,
  title,
  kind: 'dict',
  dict,
  width,
  edit: 'dict',
  editable,
});
const MAY_STEP = ['biz:bizSellClean:list', 'biz:bizSellClean:edit'];

/** Opens the repair of a saved line over the order. */
const StateCell = ({ line }: { readonly line: CleanLine }) => {
  const { id, state } = line;
  if (id === undefined || !can(MAY_STEP)) return <>{state}</>;
  return (
    <button
      type="button"
      className="ui-link"
      onClick={() => openOverlay((close) => <RepairDialog id={id} onSaved={() => undefined} onClose={close} />)}
    >
      {state}
    </button>
  );
};
const STATE: LineColumn<CleanLine> = {
  field: 'state',
  title: '进度',
  kind: 'text',
  width: 76,
  render: (line) => <StateCell line={line} />,
};
const COLUMNS: readonly LineColumn<CleanLine>[] = [
  chosen('type', '类别', 'goodsType', 92),
  chosen('style', '款式', 'goodsStyle', 92),
  chosen('fineness', '成色', 'goodsFineness', 92),
  { field: 'weight', title: '重量', kind: 'weight', width: 92, edit: 'number', min: 0, sum: true, editable },
  { field: 'remark', title: '维修要求', kind: 'text', width: 160, edit: 'text', maxLength: 200, editable },
  { field: 'price', title: '金额', kind: 'money', width: 100, edit: 'number', min: 0, sum: true, editable },
  { field: 'promiseAt', title: '约定取件', kind: 'day', width: 104, edit: 'day', editable },
  { field: 'takeAt', title: '取件日期', kind: 'day', width: 104, edit: 'day', editable: isNewLine },
  { field: 'takeBy', title: '取件人', kind: 'text', width: 84, edit: 'text', maxLength: 50, editable: isNewLine },
  chosen('stone', '主石', 'stoneName', 88),
  { field: 'stoneCt', title: '主石重', kind: 'carat', width: 104, edit: 'number', min: 0, editable },
  { field: 'stoneP', title: '主石粒数', kind: 'count', width: 76, edit: 'number', min: 0, editable },
  chosen('second', '副石', 'stoneName', 88),
  { field: 'secondCt', title: '副石重', kind: 'carat', width: 104, edit: 'number', min: 0, editable },
  { field: 'secondP', title: '副石粒数', kind: 'count', width: 76, edit: 'number', min: 0, editable },
];
/** First what is asked at the counter. */
const PHONE_FIRST = ['type', 'style', 'remark', 'price', 'state'];
const rank = ({ field }: LineColumn<CleanLine>): number => {
  const index = PHONE_FIRST.indexOf(field);
  return index === -1 ? PHONE_FIRST.length : index;
};
const columnsFor = (phone: boolean, saved: boolean): readonly LineColumn<CleanLine>[] => {
  const columns = saved ? [STATE, ...COLUMNS] : COLUMNS;
  return phone ? columns.toSorted((a, b) => rank(a) - rank(b)) : columns;
};

type CleanOptions = { readonly phone: boolean; readonly saved: boolean; readonly height: number };
export const cleanSection = ({ phone, saved, height }: CleanOptions): Section<OrderValues> => ({
  lines: linesOf<OrderValues>()<CleanLine>({
    name: 'sellCleanList',
    columns: columnsFor(phone, saved),
    keyOf: ({ key }) => key,
    height,
    newLine: blankCleanLine,
    mayAdd: lacksKind,
    toolbar: (_form, { lines }) => {
      const ids = lines.flatMap(({ id }) => id ?? []);
      return ids.length === 0 ? null : (
        <Button size="small" onClick={() => void printNow('clean', ids)}>
          打印收件单
        </Button>
      );
    },
  }),
});
