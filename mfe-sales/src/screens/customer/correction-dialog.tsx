/** 调整积分: by hand, with its reason; it stands in the ledger (R46). */
import { FormDialog, count } from 'root-config/ui';
import type { CustomerRow } from 'services/master-data/contract';
import { PointsCorrection } from 'services/points/contract';

type Props = { readonly customer: CustomerRow; readonly onSaved: () => void; readonly onClose: () => void };
export const CorrectionDialog = ({ customer, onSaved, onClose }: Props) => (
  <FormDialog<PointsCorrection>
    title="调整积分"
    mode="add"
    width={500}
    draft={false}
    initial={{ customerId: customer.id }}
    path="/base-customer/points"
    schema={PointsCorrection}
    head={
      <p className="ui-hint">
        {customer.name}，可用积分 {count(customer.usablePoints)}
      </p>
    }
    sections={[
      {
        columns: 1,
        fields: [
          {
            kind: 'number',
            name: 'points',
            label: '调整积分',
            required: '请输入整数积分',
            decimals: 0,
            min: null,
            hint: '增加填正数，扣减填负数',
          },
          { kind: 'textarea', name: 'reason', label: '原因', required: '请填写调整原因', maxLength: 200, rows: 2 },
        ],
      },
    ]}
    onSaved={onSaved}
    onClose={onClose}
  />
);
