/** Tills of a shop as they are registered: one of them is taken by a click. */
import { useQuery } from '@tanstack/react-query';
import { client } from 'root-config/api';
import { Button } from 'root-config/ui';
import { UNASSIGNED_TILL } from 'services/contracts/tills';
import { TILLS_PATH } from 'services/shift/contract';
import { z } from 'zod';

const Tills = z.array(z.string());
type Props = {
  readonly shopId: number | undefined;
  readonly chosen: string | undefined;
  /** For a device: nobody chooses the one where money lies that was given none. */
  readonly ofDevice?: true;
  readonly onPick: (till: string) => void;
};
export const KnownTills = ({ shopId, chosen, ofDevice, onPick }: Props) => {
  const { data } = useQuery({
    queryKey: [TILLS_PATH, shopId],
    queryFn: async ({ signal }) => Tills.parse(await client.get(TILLS_PATH, { shopId }, { signal })),
    enabled: shopId !== undefined,
  });
  if (data === undefined) return null;
  const tills = data.filter((till) => ofDevice !== true || till !== UNASSIGNED_TILL);
  if (tills.length === 0) return <p className="ui-hint">该分店还没有登记收银台，请店长在“收银台”页登记。</p>;
  return (
    <div
      role="group"
      aria-label="收银台"
      css={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', margin: 0 }}
    >
      <span className="ui-hint">收银台</span>
      {tills.map((till) => (
        <Button key={till} aria-pressed={till === chosen} onClick={() => onPick(till)}>
          {till}
        </Button>
      ))}
    </div>
  );
};
