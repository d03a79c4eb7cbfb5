/** What the goods flow is for, before a piece is named: how to name one, and pieces at hand to begin with. */
import { RouterLink, can, usePreference, useRows } from 'root-config/api';
import { useEffect } from 'react';
import { z } from 'zod';
import './guide.css';

type Piece = { readonly barcode: string; readonly name: string };
const NONE: readonly Piece[] = [];
const SHOWN = 6;
/** Two columns of the goods list: its whole contract, shared by two screens, would be one more file of the first list. */
const latestGoods = { path: '/biz-goods-in', row: z.object({ barcode: z.string(), name: z.string().default('') }) };
const useSeen = () => usePreference<readonly Piece[]>('goods-flow:seen', NONE);

/** Puts a piece that was looked at first among those to come back to. */
export const useRemembered = (barcode: string, name: string | undefined): void => {
  const [seen, keep] = useSeen();
  const known = seen[0]?.barcode === barcode;
  useEffect(() => {
    if (name === undefined || known) return;
    keep([{ barcode, name }, ...seen.filter((piece) => piece.barcode !== barcode)].slice(0, SHOWN));
  }, [barcode, keep, known, name, seen]);
};

const Pieces = ({ title, pieces }: { readonly title: string; readonly pieces: readonly Piece[] }) =>
  pieces.length === 0 ? null : (
    <section>
      <h4>{title}</h4>
      <ul>
        {pieces.map(({ barcode, name }) => (
          <li key={barcode}>
            <RouterLink to={`/stock/goods-flow?barcode=${encodeURIComponent(barcode)}`}>
              <span>{barcode}</span> {name}
            </RouterLink>
          </li>
        ))}
      </ul>
    </section>
  );

export const Guide = () => {
  const [seen] = useSeen();
  const { rows } = useRows(latestGoods, { pageIndex: 1, pageSize: SHOWN }, { enabled: can('biz:bizGoodsIn:list') });
  return (
    <div className="flow-guide">
      <h3>一件首饰，从入库到售出</h3>
      <p>
        扫描标签上的条码，或在上面的“条码”里输入后按回车：这件首饰现在在哪家分店、经过哪些单据、谁在什么时候做了什么，都会列在这里。
      </p>
      <p>想看它过去某一刻的样子，点右上的“历史时点”；想看一家分店的全部进出，切换到“按分店和日期”。</p>
      <Pieces title="最近查看" pieces={seen} />
      <Pieces
        title="最近入库，点一件看看"
        pieces={rows.filter(({ barcode }) => !seen.some((piece) => piece.barcode === barcode))}
      />
    </div>
  );
};
