/** 试算: which rule fits, and what a sale would earn now (R85). */
import { client } from 'root-config/api';
import { FormDialog, count, money } from 'root-config/ui';
import { useState } from 'react';
import { FittingRule } from 'services/master-data/contract';

type Values = {
  readonly type: string;
  readonly style?: string;
  readonly fineness?: string;
  readonly amount: number;
  readonly rebate: number;
};
const facts = { display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: '0 0 12px', fontSize: 16 } as const;

const Outcome = ({ rule }: { readonly rule: FittingRule }) =>
  rule.id === 0 ? (
    <p className="ui-hint" role="status">
      没有适用的积分规则，不积分。
    </p>
  ) : (
    <div role="status">
      <p css={facts}>
        <span>
          客户积分 <strong>{count(rule.points)}</strong>
        </span>
        <span>
          销售员积分 <strong>{count(rule.sellerPoints)}</strong>
        </span>
      </p>
      <p className="ui-hint">
        适用规则：每 {money(rule.amount)}，客户 {rule.customerPoint} 分，销售员 {rule.sellerPoint} 分；折扣低于{' '}
        {rule.discount}% 不积分。
      </p>
    </div>
  );

export const TryDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [rule, setRule] = useState<FittingRule | null>(null);
  return (
    <FormDialog<Values>
      title="积分试算"
      mode="add"
      width={500}
      draft={false}
      quiet
      unsaved={() => false}
      initial={{ rebate: 100 }}
      head={rule === null ? null : <Outcome rule={rule} />}
      sections={[
        {
          columns: 2,
          fields: [
            { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', required: '首饰类别不能为空', span: 2 },
            { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle' },
            { kind: 'dict', name: 'fineness', label: '首饰成色', dict: 'goodsFineness' },
            { kind: 'money', name: 'amount', label: '实售金额', required: '销售金额不能为空' },
            { kind: 'percent', name: 'rebate', label: '折扣', max: 1000 },
          ],
        },
      ]}
      buttons={[{ name: 'try', label: '试算', variant: 'primary' }]}
      save={(values) => client.get('/base-points/get-points', { ...values })}
      onSaved={(answer) => {
        setRule(FittingRule.parse(answer));
        return 'stay';
      }}
      onClose={onClose}
    />
  );
};
