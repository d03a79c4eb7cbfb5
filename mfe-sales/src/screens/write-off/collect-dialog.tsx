/** 核销 (S1§4, R137): the code that the customer shows is scanned or typed; what it stands for is handed over once. */
import { writeOffList } from 'projections/master-data/contract';
import { client, useLockShops } from 'root-config/api';
import { FormDialog, type Field } from 'root-config/ui';
import type { WriteOffRow } from 'services/master-data/contract';

type Values = {
  readonly writeOffCode: string;
  readonly shopId: number;
  readonly shopName: string;
  readonly remark: string;
};
type Props = {
  readonly row: WriteOffRow;
  /** What was scanned to find it. */
  readonly scanned: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const giftOf = ({ title, limitNum }: WriteOffRow): string => `${title === '' ? '礼品' : title} ${limitNum} 份`;
/** Whoever claimed without a record has no number. */
const whoOf = ({ name, mobile }: WriteOffRow): string => (mobile === '' ? name : `${name}（${mobile}）`);
const shopField: Field<Values> = {
  kind: 'remote',
  name: 'shopId',
  nameField: 'shopName',
  label: '核销分店',
  source: {
    path: '/base-shop',
    search: 'name',
    query: { status: '2' },
    pageSize: 20,
    label: ({ name }) => String(name),
  },
};
const CODE: Field<Values> = {
  kind: 'text',
  name: 'writeOffCode',
  label: '核销码',
  required: '核销码不能为空',
  placeholder: '扫描或输入顾客出示的核销码',
  maxLength: 40,
};
const REMARK: Field<Values> = { kind: 'text', name: 'remark', label: '备注', maxLength: 500 };

export const CollectDialog = ({ row, scanned, onSaved, onClose }: Props) => {
  const { fixed } = useLockShops();
  return (
    <FormDialog<Values>
      title="核销"
      mode="edit"
      width={500}
      draft={false}
      initial={{ writeOffCode: scanned }}
      head={
        <p className="ui-hint">
          将{giftOf(row)}交给{whoOf(row)}。核销后不能撤回。
        </p>
      }
      sections={[{ columns: 1, fields: fixed ? [CODE, REMARK] : [CODE, shopField, REMARK] }]}
      buttons={[{ name: 'save', label: '核销', variant: 'primary' }]}
      save={({ writeOffCode, shopId, remark }, { key, more }) =>
        client.put(
          `${writeOffList.path}/user/${row.id}`,
          {
            writeOffCode,
            ...(shopId > 0 && { shopId }),
            ...(remark !== undefined && remark !== '' && { remark }),
            ...more,
          },
          { headers: { 'Idempotency-Key': key } },
        )
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
