/** The dialog of a document whose lines are pieces: a scan box that is always ready, the lines in a grid, its history. */
import { can, useLockShops } from 'root-config/api';
import { DocumentHistory, FormDialog, atMoment, auditedFields, linesOf, usePhone } from 'root-config/ui';
import type { FormDialogProps, FormMode, LinesSection, Section } from 'root-config/ui';
import { useMemo } from 'react';
import type { Fields } from 'services/contracts/fields';
import { COST, lineColumns, type LineColumns, type WeighedLine } from './columns.ts';
import { linesElsewhere, readLines } from './lines.ts';

/** What a list opens it with. */
export type OpenDocument<Row = { readonly id: number; readonly no: string }> = {
  /** null for a new one. */
  readonly row: Row | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增', edit: '编辑', view: '查看' };

/** What every record of a document says. */
type AuditedRecord = {
  readonly auditFlag: number;
  readonly auditor: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly bizGoodsList: readonly object[];
};
/** How far it came, and who made it: for who reads it. */
const resultOf = <Values extends AuditedRecord>(): Section<Values> => ({
  columns: 4,
  fields: [...auditedFields<Values>()],
});
/** Scanned lines, one a barcode; `required` is said when there is none. */
export const pieceLines =
  <Values extends AuditedRecord>() =>
  <Line extends WeighedLine & { readonly barcode: string }>(
    fields: Fields,
    columns: LineColumns<Line>,
    required: string,
    onScan: NonNullable<LinesSection<Values, Line>['scan']>['onScan'],
  ): Section<Values> => ({
    lines: linesOf<Values>()<Line>({
      name: 'bizGoodsList',
      columns: lineColumns(fields, columns, can(COST)),
      keyOf: ({ barcode }) => barcode,
      height: 350,
      required,
      scan: { label: '条码', onScan },
    }),
  });

type Props<Values extends AuditedRecord> = OpenDocument &
  Pick<FormDialogProps<Values>, 'width' | 'draft'> &
  Required<Pick<FormDialogProps<Values>, 'schema' | 'check' | 'body' | 'read' | 'initial'>> & {
    /** 退货: 新增退货, 编辑退货 TH7. */
    readonly noun: string;
    /** `/biz-goods-return` */
    readonly path: string;
    readonly header: Section<Values>;
    /** Below it: the lines, and what is said of them. Neither changes while it is open, or the grid begins anew. */
    readonly sections: readonly Section<Values>[];
  };
/** `initial` begins a new one; one that exists is read at its moment. */
export const DocumentDialog = <Values extends AuditedRecord>(props: Props<Values>) => {
  const { noun, row, path, asOf, header, sections, initial, read, width = 1000, draft, ...form } = props;
  const { mode } = form;
  const all = useMemo(
    () => [header, ...(mode === 'view' ? [resultOf<Values>()] : []), ...sections],
    [header, mode, sections],
  );
  const record = row === null ? null : `${path}/${row.id}`;
  return (
    <FormDialog<Values>
      {...form}
      title={row === null ? `${DOING[mode]}${noun}` : `${DOING[mode]}${noun} ${row.no}`}
      width={width}
      path={path}
      sections={all}
      {...(record === null ? { initial } : { source: atMoment(record, asOf), read })}
      {...(record === null && draft !== undefined && { draft })}
      {...(record !== null && mode === 'view' && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};

type ShopRecord = AuditedRecord & {
  readonly shopId: number;
  readonly bizGoodsList: readonly { readonly shopId: number | undefined }[];
};
type PieceDialog<Values extends AuditedRecord> = Pick<
  Props<Values>,
  'noun' | 'path' | 'schema' | 'body' | 'header' | 'draft'
> & {
  readonly blank: () => Partial<Values>;
  readonly sections: (phone: boolean) => readonly Section<Values>[];
};
/** The dialog of a kind whose lines are pieces of one shop; a new one begins in the user's own. */
export const pieceDialog = <Values extends ShopRecord>({
  blank,
  sections: sectionsOf,
  ...spec
}: PieceDialog<Values>) => {
  const check: Props<Values>['check'] = ({ shopId, bizGoodsList = [] }) => linesElsewhere(bizGoodsList, shopId);
  const Dialog = (props: OpenDocument) => {
    const { preset } = useLockShops();
    const phone = usePhone();
    const sections = useMemo(() => sectionsOf(phone), [phone]);
    const initial = { ...blank(), ...(preset !== null && { shopId: preset }) };
    return (
      <DocumentDialog<Values>
        {...spec}
        {...props}
        initial={initial}
        read={readLines<Values>}
        check={check}
        sections={sections}
      />
    );
  };
  return Dialog;
};
