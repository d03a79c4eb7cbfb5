/** 合并客户 (R95): another record of the same person goes into this one. */
import { customerList } from 'projections/master-data/contract';
import { FormDialog, words } from 'root-config/ui';
import type { CustomerRow } from 'services/master-data/contract';
import { CustomerMerge } from 'services/points/contract';

type Props = { readonly keep: CustomerRow; readonly onSaved: () => void; readonly onClose: () => void };
const labelOf = (row: Readonly<Record<string, unknown>>): string =>
  [row['name'], row['mobile']].map((part) => words(part)).join(' ');

export const MergeDialog = ({ keep, onSaved, onClose }: Props) => (
  <FormDialog<CustomerMerge>
    title="合并客户"
    mode="add"
    width={500}
    draft={false}
    initial={{ keepId: keep.id }}
    path={`${customerList.path}/merge`}
    schema={CustomerMerge}
    head={
      <p className="ui-hint">
        保留“{keep.name} {keep.mobile}
        ”。被合并的客户会停用，不再出现在列表中；积分转到保留的客户，以后的单据也记在其名下。可以撤销。
      </p>
    }
    sections={[
      {
        columns: 1,
        fields: [
          {
            kind: 'remote',
            name: 'mergeId',
            label: '被合并的客户',
            required: '请选择被合并的客户',
            placeholder: '姓名或电话',
            source: { path: customerList.path, search: 'nameOrMobile', pageSize: 20, label: labelOf },
          },
          { kind: 'textarea', name: 'reason', label: '原因', required: '请填写原因', maxLength: 200, rows: 2 },
        ],
      },
    ]}
    onSaved={onSaved}
    onClose={onClose}
  />
);
