/** 赠品入库: one gift comes to a shop (S1§2.7). */
import { giftInList, type GiftInRow } from 'projections/gifts/contract';
import { can, useLockShops } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  auditedFields,
  shopToday,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { GiftInBody } from 'services/gift/contract';

type Props = {
  /** null for a new one. */
  readonly row: GiftInRow | null;
  readonly mode: FormMode;
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const COST = 'biz:cost:view';
const DOING: Record<FormMode, string> = { add: '新增', edit: '编辑', view: '查看' };

const GIFT: readonly Section<GiftInRow>[] = [
  {
    columns: 2,
    fields: [
      { kind: 'shop', name: 'shopId', label: '分店', required: '分店编号不能为空' },
      { kind: 'day', name: 'inGiftAt', label: '入库日期', required: '入库日期不能为空' },
      { kind: 'text', name: 'barcode', label: '条码', placeholder: '不填则自动生成', upper: true, maxLength: 32 },
      { kind: 'text', name: 'goodsName', label: '赠品名称', required: '赠品名称不能为空', maxLength: 60 },
      { kind: 'text', name: 'styleNo', label: '款号', maxLength: 60 },
      { kind: 'dict', name: 'measure', label: '计量单位', dict: 'measureUnit', free: true },
      { kind: 'text', name: 'spec', label: '规格', maxLength: 60 },
      { kind: 'count', name: 'num', label: '数量', min: 1, required: '数量不能小于1' },
      { kind: 'money', name: 'cost', label: '单件成本', allow: COST },
      { kind: 'money', name: 'price', label: '单件价格' },
      {
        kind: 'number',
        span: 2,
        name: 'rebateInte',
        label: '扣减积分',
        decimals: 2,
        unit: '分/件',
        hint: '用积分换一件要扣的积分',
      },
      { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, rows: 2, span: 2 },
    ],
  },
];
const RESULT: Section<GiftInRow> = {
  columns: 2,
  fields: [...auditedFields<GiftInRow>()],
};

export const GiftInDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const { preset } = useLockShops();
  const record = row === null ? undefined : `${giftInList.path}/${row.id}`;
  return (
    <FormDialog<GiftInRow>
      title={`${DOING[mode]}赠品入库${row === null ? '' : ` ${row.no}`}`}
      mode={mode}
      width={500}
      path={giftInList.path}
      schema={GiftInBody}
      {...(record === undefined
        ? {
            initial: {
              inGiftAt: shopToday(),
              num: 1,
              rebateInte: 0,
              price: 0,
              ...(preset !== null && { shopId: preset }),
            },
          }
        : { source: atMoment(record, asOf) })}
      sections={mode === 'view' ? [...GIFT, RESULT] : GIFT}
      {...(row !== null &&
        mode === 'view' &&
        can(`biz:bizGiftIn:list`) && {
          aside: () => <DocumentHistory path={`${giftInList.path}/${row.id}`} {...(asOf !== undefined && { asOf })} />,
        })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
