/** 首饰盘点: 1000 px; header, what was not found, scan box and lines that several people count at once (S0§2, §5; R9). */
import { checkList, type CheckRow } from 'projections/stock-checks/contract';
import { can, toast, useShopTree } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  LineModel,
  atMoment,
  auditedFields,
  shopToday,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useCallback, useMemo, useState } from 'react';
import { numberOf } from 'services/contracts/document';
import { checkName } from 'services/stock-check/manifest';
import { z } from 'zod';
import { saveCheck } from './check-commands.ts';
import { NOTHING, type FeedState } from './check-feed.ts';
import { editedLines, headerChanged, type CheckValues, type Line } from './check-lines.ts';
import { Counting } from './counting.tsx';
import { closingButtons } from './count-closing.ts';
import { Differences } from './differences.tsx';

type Props = {
  readonly row: CheckRow | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增首饰盘点', edit: '编辑首饰盘点', view: '查看首饰盘点' };
/** A new check has its number as soon as it is opened. */
const titleOf = (row: CheckRow | null, mode: FormMode, openedId: number | undefined): string => {
  if (row !== null) return `${TITLES[mode]} ${row.no}`;
  return openedId === undefined ? TITLES[mode] : `首饰盘点 ${numberOf(checkName, openedId)}`;
};
const opened = ({ id }: Partial<CheckValues>): boolean => id !== undefined;

/** Folded while counting: what is counted, in one line. */
const HeaderWords = ({ values }: { readonly values: Partial<CheckValues> }) => {
  const { nameOf } = useShopTree();
  const { shopId = 0, type = '', style = '', checkAt = '', blind } = values;
  const words = [nameOf(shopId), type, style, checkAt, blind === true ? '盲盘' : ''];
  return words.filter((word) => word !== undefined && word !== '').join(' · ');
};
const header: Section<CheckValues> = {
  columns: 4,
  fold: ({ mode, values }) => (mode !== 'view' && opened(values) ? <HeaderWords values={values} /> : null),
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店不能为空', disabled: opened },
    {
      kind: 'dict',
      name: 'type',
      label: '首饰类别',
      dict: 'goodsType',
      required: '首饰类别不能为空',
      disabled: opened,
    },
    { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle', disabled: opened },
    { kind: 'day', name: 'checkAt', label: '盘点日期', required: '盘点日期不能为空' },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
    {
      kind: 'checkbox',
      name: 'blind',
      label: '盲盘',
      hint: '完成盘点前不显示账面数量和清单',
      disabled: opened,
    },
  ],
};
const result: Section<CheckValues> = {
  columns: 4,
  fields: [...auditedFields<CheckValues>()],
};
const read = (data: unknown): Partial<CheckValues> => {
  const record = z.looseObject({ id: z.int() }).parse(data) as Partial<CheckValues>;
  const { shopId, checkAt, type, style, remark } = record;
  return { ...record, kept: { shopId, checkAt, type, style, remark } };
};

export const CheckDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const [state, setState] = useState(NOTHING);
  const [openedId, setOpenedId] = useState<number>();
  const hear = useCallback((heard: FeedState, id: number | undefined): void => {
    setState(heard);
    setOpenedId(id);
  }, []);
  const [model] = useState(() => new LineModel<Line>(({ barcode }) => barcode));
  const sections = useMemo<readonly Section<CheckValues>[]>(
    () => [
      header,
      ...(mode === 'view' ? [result] : []),
      // What is proposed is of now.
      ...(mode === 'view' && row?.auditFlag === 2 && asOf === undefined
        ? [{ render: () => <Differences check={row} /> }]
        : []),
      {
        render: (form) => (
          <Counting form={form} model={model} audited={row?.auditFlag === 2} asOf={asOf} onState={hear} />
        ),
      },
    ],
    [mode, model, row, asOf, hear],
  );
  const save = async (values: CheckValues): Promise<unknown> => {
    const lines = editedLines(model.lines);
    // Who may only add has nothing left to save: what was scanned is on the server already.
    if (lines.length === 0 && mode === 'add' && !can('biz:bizCheck:edit')) return values.id;
    const { id, shopId, checkAt, type, style, remark } = values;
    const saved = await saveCheck(id, { shopId, checkAt, type, style, remark }, lines);
    toast.success('保存成功');
    return saved;
  };
  const closing = closingButtons(model, state);
  return (
    <FormDialog<CheckValues>
      title={titleOf(row, mode, openedId)}
      mode={mode}
      width={1000}
      draft={false}
      {...(row === null
        ? { initial: { checkAt: shopToday(), style: '', remark: '', blind: false } }
        : { source: atMoment(`${checkList.path}/${row.id}?lines=no`, asOf), read })}
      check={(values) => (opened(values) ? [] : [{ path: 'id', message: '请输入要盘点的首饰' }])}
      save={save}
      quiet
      buttons={state.finished ? closing : [{ name: 'save', label: '保存', variant: 'primary' }, ...closing]}
      // What is scanned is on the server already.
      unsaved={(values) => (opened(values) ? headerChanged(values) || editedLines(model.lines).length > 0 : undefined)}
      sections={sections}
      // An opened check is there to be counted; a new one begins with its shop.
      scanFirst={mode === 'edit'}
      onSaved={onSaved}
      onClose={onClose}
      {...(row !== null &&
        mode === 'view' && { aside: () => <DocumentHistory path={`${checkList.path}/${row.id}`} asOf={asOf} /> })}
    />
  );
};
