/** Names that tills of a shop have already: one of them is taken by a click, another is still typed. */
import { useQuery } from '@tanstack/react-query';
import { client } from 'root-config/api';
import { Button } from 'root-config/ui';
import { TILLS_PATH } from 'services/shift/contract';
import { z } from 'zod';

const Tills = z.array(z.string());
type Props = {
  readonly shopId: number | undefined;
  readonly chosen: string | undefined;
  readonly onPick: (till: string) => void;
};
export const KnownTills = ({ shopId, chosen, onPick }: Props) => {
  const { data = [] } = useQuery({
    queryKey: [TILLS_PATH, shopId],
    queryFn: async ({ signal }) => Tills.parse(await client.get(TILLS_PATH, { shopId }, { signal })),
    enabled: shopId !== undefined,
  });
  if (data.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="用过的收银台"
      css={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', margin: 0 }}
    >
      <span className="ui-hint">用过的收银台</span>
      {data.map((till) => (
        <Button key={till} size="small" aria-pressed={till === chosen} onClick={() => onPick(till)}>
          {till}
        </Button>
      ))}
    </div>
  );
};
