/** Over the list, once a barcode is looked for: where the piece is, whatever the filters hide, and the way to it. */
import { useQuery } from '@tanstack/react-query';
import { goodsInList, type GoodsInRow } from 'projections/goods-in/contract';
import { RouterLink, client } from 'root-config/api';
import type { ScreenHandle } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { z } from 'zod';
import { whereItIs } from './whereabouts.ts';

/** A piece has a row in every shop it came through; more than these are not read. */
const MOST = 50;
const Page = z.object({ list: z.array(goodsInList.row) });

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: '4px 12px',
  border: '1px solid var(--borderColor-accent-emphasis)',
  borderRadius: 6,
  background: 'var(--bgColor-accent-muted)',
} as const;

export const WhereIs = ({ screen, shown }: { screen: ScreenHandle; shown: readonly GoodsInRow[] }) => {
  const typed = screen.query['barcode'];
  const barcode = typeof typed === 'string' ? asBarcode(typed) : '';
  const query = { barcode, pageIndex: 1, pageSize: MOST, ...(screen.asOf !== undefined && { asOf: screen.asOf }) };
  const { data } = useQuery({
    queryKey: [goodsInList.path, 'where', query],
    queryFn: async ({ signal }) => Page.parse(await client.get(goodsInList.path, query, { signal })).list,
    enabled: barcode !== '',
  });
  if (barcode === '' || data === undefined) return null;
  const words = whereItIs(data);
  if (words === undefined) return null;
  const hidden = data.some(({ id }) => !shown.some((row) => row.id === id));
  return (
    <p style={line} role="status">
      <strong>{words}</strong>
      {hidden ? (
        <button type="button" className="ui-link" onClick={() => screen.filter({ barcode })}>
          显示这件货品
        </button>
      ) : null}
      <RouterLink to={`/stock/goods-flow?barcode=${encodeURIComponent(barcode)}`}>看它的经历</RouterLink>
    </p>
  );
};
