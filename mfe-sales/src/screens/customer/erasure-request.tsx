/** A customer who asked to be erased (R67): the house erases the record, or says why it keeps it. */
import { useQuery } from '@tanstack/react-query';
import { customerList } from 'projections/master-data/contract';
import { can, client } from 'root-config/api';
import { Button, askReason, moment, runCommand } from 'root-config/ui';
import type { CustomerRow } from 'services/master-data/contract';
import { ERASE_KEY, ErasureRequest } from 'services/shopper/erasure/contract';

const line = { display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap', margin: '0 0 8px' } as const;
const answer = async (path: string, name: string): Promise<boolean> => {
  const words = await askReason({
    title: '答复注销申请',
    text: `资料保留，“${name}”在手机上看到答复。同意注销的，请在客户列表用“注销”。`,
    label: '答复',
    required: '请填写答复',
  });
  if (words === undefined) return false;
  return runCommand({ method: 'POST', path, body: { answer: words }, views: [customerList.path] });
};

export const ErasureLine = ({ customer: { id, name } }: { readonly customer: CustomerRow }) => {
  const path = `${customerList.path}/${id}/erasure-request`;
  const { data = null, refetch } = useQuery({
    queryKey: [path],
    enabled: can(ERASE_KEY),
    queryFn: async ({ signal }) => ErasureRequest.nullable().parse(await client.get(path, {}, { signal })),
  });
  if (data?.how !== '') return null;
  const reply = async (): Promise<void> => {
    if (await answer(`${customerList.path}/${id}/erasure-answer`, name)) await refetch();
  };
  return (
    <p css={line} role="status">
      <strong>顾客于 {moment(data.askedAt)} 申请注销资料</strong>
      <Button size="small" onClick={() => void reply()}>
        不注销，答复
      </Button>
    </p>
  );
};
