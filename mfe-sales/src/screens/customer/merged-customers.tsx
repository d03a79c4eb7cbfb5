/** Records of the same person that were merged into this one, and the way back (R95). */
import { useQuery } from '@tanstack/react-query';
import { customerList } from 'projections/master-data/contract';
import { MergedCustomerRow } from 'projections/points/contract';
import { can, client } from 'root-config/api';
import { Button, askReason, count, moment, runCommand } from 'root-config/ui';
import type { CustomerRow } from 'services/master-data/contract';
import { z } from 'zod';

const quiet = { color: 'var(--fgColor-muted)', fontSize: 12 } as const;
const line = { display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap', padding: '4px 0' } as const;

const part = async (keep: CustomerRow, merged: MergedCustomerRow): Promise<boolean> => {
  const reason = await askReason({
    title: '撤销合并',
    text: `“${merged.name} ${merged.mobile}”将重新成为单独的客户，转来的${count(merged.points)}积分退回。`,
    label: '原因',
    required: '请填写原因',
  });
  if (reason === undefined) return false;
  const body = { keepId: keep.id, mergeId: merged.id, reason };
  return runCommand({ method: 'POST', path: `${customerList.path}/unmerge`, body, views: [customerList.path] });
};

type Props = {
  readonly customer: CustomerRow;
  readonly onOpen: (id: number) => void;
  readonly onChanged: () => void;
};
export const MergedCustomers = ({ customer, onOpen, onChanged }: Props) => {
  const path = `${customerList.path}/${customer.id}/merged`;
  const { data = [], refetch } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => z.array(MergedCustomerRow).parse(await client.get(path, {}, { signal })),
  });
  if (data.length === 0) return null;
  const undo = async (merged: MergedCustomerRow): Promise<void> => {
    if (!(await part(customer, merged))) return;
    await refetch();
    onChanged();
  };
  return (
    <ul css={{ listStyle: 'none', margin: '8px 0', padding: 0 }} aria-label="已合并的客户">
      {data.map((merged) => (
        <li key={merged.id} css={line}>
          <span>
            已合并 {merged.name} {merged.mobile}{' '}
            <span css={quiet}>
              {moment(merged.at)} · {merged.by} · {merged.reason}
            </span>
          </span>
          <Button size="small" onClick={() => onOpen(merged.id)}>
            查看
          </Button>
          {can('base:baseCustomer:merge') ? (
            <Button size="small" variant="danger" onClick={() => void undo(merged)}>
              撤销合并
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
};
