/** 报损、报溢: 1000 px; reason and pictures, a scan box that is always ready, the lines in a grid (R9). */
import { adjustLine, adjustList } from 'projections/stock-adjusts/contract';
import { useLockShops } from 'root-config/api';
import { shopToday, usePhone, type Section } from 'root-config/ui';
import { useMemo, type ReactNode } from 'react';
import { AdjustBody } from 'services/stock-adjust/contract';
import { DocumentDialog, pieceLines, type OpenDocument } from '../../documents/dialog.tsx';
import { adjustBody, adjustColumns, readAdjust, scanAdjust } from './adjust-lines.ts';
import { KIND_NAMES, checkAdjust, type AdjustValues, type Kind, type Line } from './adjust-rules.ts';

/** What a check proposes: its shop and its lines, to be given a reason. */
export type Proposal = Pick<AdjustValues, 'shopId' | 'checkId' | 'checkNo'> & { readonly lines: readonly Line[] };
type Props = OpenDocument & {
  readonly kind: Kind;
  readonly proposal?: Proposal;
  /** Shows the check it settles; absent where that is open already. */
  readonly checkLink?: (check: { readonly id: number; readonly no: string }) => ReactNode;
};
const ofCheck = ({ checkId }: Partial<AdjustValues>): boolean => typeof checkId === 'number';

const headerOf = (kind: Kind, checkLink: Props['checkLink']): Section<AdjustValues> => ({
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

export const AdjustDialog = ({ kind, proposal, checkLink, ...opened }: Props) => {
  const { preset } = useLockShops();
  const phone = usePhone();
  const header = useMemo(() => headerOf(kind, checkLink), [checkLink, kind]);
  const sections = useMemo(
    () => [
      pieceLines<AdjustValues>()(
        adjustLine,
        adjustColumns(kind, phone),
        `请输入要${KIND_NAMES[kind]}的首饰！`,
        scanAdjust(kind),
      ),
    ],
    [kind, phone],
  );
  const { lines, ...of } = proposal ?? { lines: undefined };
  const blank = { kind, adjustAt: shopToday(), reason: '', remark: '', pictures: '', checkId: null };
  return (
    <DocumentDialog<AdjustValues>
      {...opened}
      noun={KIND_NAMES[kind]}
      path={adjustList.path}
      initial={{
        ...blank,
        ...(preset !== null && { shopId: preset }),
        ...(lines !== undefined && { ...of, bizGoodsList: lines }),
      }}
      draft={`${adjustList.path}:${kind}:${proposal?.checkId ?? 'new'}`}
      read={readAdjust}
      schema={AdjustBody}
      check={checkAdjust}
      body={adjustBody}
      header={header}
      sections={sections}
    />
  );
};
