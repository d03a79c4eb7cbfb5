/** 报损、报溢: 1000 px; reason and pictures, a scan box that is always ready, the lines in a grid (R9). */
import { adjustList } from 'projections/stock-adjusts/contract';
import { useLockShops } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  linesOf,
  shopToday,
  usePhone,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useMemo, type ReactNode } from 'react';
import { AdjustBody } from 'services/stock-adjust/contract';
import { adjustBody, adjustColumns, readAdjust, scanAdjust } from './adjust-lines.ts';
import { KIND_NAMES, checkAdjust, type AdjustValues, type Kind, type Line } from './adjust-rules.ts';

/** What a check proposes: its shop and its lines, to be given a reason. */
export type Proposal = Pick<AdjustValues, 'shopId' | 'checkId' | 'checkNo'> & { readonly lines: readonly Line[] };
type Props = {
  readonly kind: Kind;
  /** The document, by its id and number; null for a new one. */
  readonly row: { readonly id: number; readonly no: string } | null;
  readonly mode: FormMode;
  readonly proposal?: Proposal;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  /** Shows the check it settles; absent where that is open already. */
  readonly checkLink?: (check: { readonly id: number; readonly no: string }) => ReactNode;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增', edit: '编辑', view: '查看' };
const ofCheck = ({ checkId }: Partial<AdjustValues>): boolean => typeof checkId === 'number';

const header = (kind: Kind, checkLink: Props['checkLink']): Section<AdjustValues> => ({
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空', disabled: ofCheck },
    { kind: 'day', name: 'adjustAt', label: `${KIND_NAMES[kind]}日期`, required: '日期不能为空' },
    {
      kind: 'text',
      name: 'reason',
      label: '原因',
      required: '请填写原因',
      maxLength: 200,
      span: 2,
      placeholder: kind === '1' ? '如：盘亏、损坏、丢失' : '如：盘盈、找回',
    },
    {
      kind: 'custom',
      name: 'checkNo',
      label: '盘点单',
      hidden: (values) => !ofCheck(values),
      render: ({ values: { checkId, checkNo = '' } }) =>
        checkLink === undefined || typeof checkId !== 'number' ? checkNo : checkLink({ id: checkId, no: checkNo }),
    },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
    { kind: 'pictures', name: 'pictures', label: '图片' },
  ],
});
const result: Section<AdjustValues> = {
  columns: 4,
  fields: [
    { kind: 'fixed', as: 'status', name: 'auditFlag', label: '审核状态' },
    { kind: 'fixed', as: 'text', name: 'auditor', label: '审核人' },
    { kind: 'fixed', as: 'text', name: 'createdBy', label: '制单人' },
    { kind: 'fixed', as: 'moment', name: 'createdAt', label: '制单时间' },
  ],
};
const goods = (kind: Kind, phone: boolean): Section<AdjustValues> => ({
  lines: linesOf<AdjustValues>()<Line>({
    name: 'bizGoodsList',
    columns: adjustColumns(kind, phone),
    keyOf: ({ barcode }) => barcode,
    height: 350,
    required: `请输入要${KIND_NAMES[kind]}的首饰！`,
    scan: { label: '条码', onScan: scanAdjust(kind) },
  }),
});

export const AdjustDialog = ({ kind, row, mode, proposal, asOf, checkLink, onSaved, onClose }: Props) => {
  const { preset } = useLockShops();
  const phone = usePhone();
  const sections = useMemo(
    () => [header(kind, checkLink), ...(mode === 'view' ? [result] : []), goods(kind, phone)],
    [checkLink, kind, mode, phone],
  );
  const blank = { kind, adjustAt: shopToday(), reason: '', remark: '', pictures: '', checkId: null };
  const proposed = proposal && {
    shopId: proposal.shopId,
    checkId: proposal.checkId,
    checkNo: proposal.checkNo,
    bizGoodsList: proposal.lines,
  };
  return (
    <FormDialog<AdjustValues>
      title={`${DOING[mode]}${KIND_NAMES[kind]}${row === null ? '' : ` ${row.no}`}`}
      mode={mode}
      width={1000}
      path={adjustList.path}
      {...(row === null
        ? { initial: { ...blank, ...(preset !== null && { shopId: preset }), ...proposed } }
        : { source: atMoment(`${adjustList.path}/${row.id}`, asOf), read: readAdjust })}
      {...(row === null && { draft: `${adjustList.path}:${kind}:${proposal?.checkId ?? 'new'}` })}
      schema={AdjustBody}
      check={checkAdjust}
      body={adjustBody}
      sections={sections}
      onSaved={onSaved}
      onClose={onClose}
      {...(row !== null &&
        mode === 'view' && { aside: () => <DocumentHistory path={`${adjustList.path}/${row.id}`} asOf={asOf} /> })}
    />
  );
};
