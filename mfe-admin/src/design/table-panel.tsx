/** Columns of a document's lines. */
import { useCan } from 'root-config/api';
import { Button } from 'root-config/ui';
import { LAYOUT_LIMITS, type ElementOf } from 'services/contracts/print-layout';
import { paperOf, titleOf, type PaperField } from './fields.ts';
import { ALIGNS, ChoiceField, choicesOf, NumberField, TextField, Toggle } from './inputs.tsx';
import type { ElementPatch } from './model.ts';

type Table = ElementOf<'table'>;
type Column = Table['columns'][number];
const WIDEST_MM = 600;

type ToolsProps = {
  readonly at: number;
  readonly columns: readonly Column[];
  readonly onSwap: (at: number, to: number) => void;
  readonly onRemove: () => void;
};
/** 前移, 后移, 删除 of one column; the last one stays. */
const ColumnTools = ({ at, columns, onSwap, onRemove }: ToolsProps) => (
  <span className="dz-column-tools">
    <Button size="small" variant="invisible" disabled={at === 0} onClick={() => onSwap(at, at - 1)}>
      前移
    </Button>
    <Button size="small" variant="invisible" disabled={at === columns.length - 1} onClick={() => onSwap(at, at + 1)}>
      后移
    </Button>
    <Button size="small" variant="invisible" disabled={columns.length === 1} onClick={onRemove}>
      删除
    </Button>
  </span>
);

const BLANK = { align: 'left', unit: null, decimals: null, sum: false } as const;
const columnOf = ({ field, title, format = 'auto' }: PaperField, width: number): Column => ({
  ...BLANK,
  field,
  title,
  format,
  width,
});
const FIRST_COLUMNS = 5;
const FIRST_WIDTH = 30;
const NEW_WIDTH = 20;
const NAME: PaperField = { field: 'name', title: '名称', unit: '' };

type ColumnsProps = {
  readonly columns: readonly Column[];
  readonly known: readonly PaperField[];
  readonly kind: string;
  readonly put: (next: readonly Column[]) => void;
};
const Columns = ({ columns, known, kind, put }: ColumnsProps) => {
  const edit = (at: number, patch: Partial<Column>): void =>
    put(columns.map((column, index) => (index === at ? { ...column, ...patch } : column)));
  const swap = (at: number, to: number): void => {
    const next = [...columns];
    const [one, other] = [next[at], next[to]];
    if (one === undefined || other === undefined) return;
    next[at] = other;
    next[to] = one;
    put(next);
  };
  const choose = (at: number, field: string): void => {
    const line = known.find((one) => one.field === field);
    edit(at, { field, title: line?.title ?? field, format: line?.format ?? 'auto' });
  };
  return (
    <ol className="dz-columns dz-wide" aria-label="表格的列">
      {columns.map((column, at) => (
        <li key={at}>
          <ChoiceField
            label={`第${at + 1}列`}
            value={column.field}
            choices={choicesOf(known, { field: column.field, title: titleOf(kind, column.field) ?? column.field })}
            onChange={(field) => choose(at, field)}
          />
          <TextField label="标题" maxLength={30} value={column.title} onChange={(title) => edit(at, { title })} />
          <NumberField
            label="宽"
            unit="mm"
            min={1}
            max={WIDEST_MM}
            by={1}
            value={column.width}
            onChange={(width) => edit(at, { width })}
          />
          <ChoiceField label="对齐" value={column.align} choices={ALIGNS} onChange={(align) => edit(at, { align })} />
          <Toggle label="合计" on={column.sum} onChange={(sum) => edit(at, { sum })} />
          <ColumnTools
            at={at}
            columns={columns}
            onSwap={swap}
            onRemove={() => put(columns.filter((_, index) => index !== at))}
          />
        </li>
      ))}
    </ol>
  );
};

type Props = { readonly element: Table; readonly kind: string; readonly change: (patch: ElementPatch) => void };
/** Which list it shows, and how it follows the others. */
const ListFields = ({ element, kind, change }: Props) => {
  const { tables = [] } = paperOf(kind);
  /** Another list has other columns. */
  const chooseList = (field: string): void => {
    const lines = tables.find((one) => one.field === field)?.lines ?? [];
    change({ field, columns: lines.slice(0, FIRST_COLUMNS).map((line) => columnOf(line, FIRST_WIDTH)) });
  };
  return (
    <>
      {tables.length < 2 ? null : (
        <ChoiceField
          label="列表"
          value={element.field}
          choices={choicesOf(tables, { field: element.field, title: element.field })}
          onChange={chooseList}
        />
      )}
      <TextField label="小标题" maxLength={30} value={element.title} onChange={(title) => change({ title })} />
      <Toggle label="接在上一张表格后面" on={element.flow} onChange={(flow) => change({ flow })} />
    </>
  );
};
export const TablePanel = ({ element, kind, change }: Props) => {
  const seesCost = useCan('biz:cost:view');
  const { columns } = element;
  const known = paperOf(kind).tables?.find(({ field }) => field === element.field)?.lines ?? [];
  const put = (next: readonly Column[]): void => change({ columns: next });
  const add = (): void => {
    const free = known.find(({ field }) => columns.every((column) => column.field !== field)) ?? known[0] ?? NAME;
    put([...columns, columnOf(free, NEW_WIDTH)]);
  };
  return (
    <>
      <ListFields element={element} kind={kind} change={change} />
      <NumberField
        label="行高"
        unit="mm"
        min={2}
        max={100}
        value={element.rowHeight}
        onChange={(rowHeight) => change({ rowHeight })}
      />
      <NumberField
        label="线宽"
        unit="mm"
        min={0}
        max={2}
        by={0.05}
        value={element.border}
        onChange={(border) => change({ border })}
      />
      <NumberField
        label="字号"
        unit="磅"
        min={LAYOUT_LIMITS.fontPt[0]}
        max={LAYOUT_LIMITS.fontPt[1]}
        by={0.5}
        value={element.fontSize}
        onChange={(fontSize) => change({ fontSize })}
      />
      <Toggle label="表头" on={element.header} onChange={(header) => change({ header })} />
      <Columns columns={columns} known={known} kind={kind} put={put} />
      <Button size="small" className="dz-wide" disabled={columns.length >= LAYOUT_LIMITS.columns} onClick={add}>
        增加一列
      </Button>
      {seesCost ? null : <p className="dz-note dz-wide">没有查看成本的权限时，成本列印出来是空的。</p>}
    </>
  );
};
