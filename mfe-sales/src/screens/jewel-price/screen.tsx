/** 实时金价: metal prices of the feed, renewed every minute; what is older than five says so (S1§2.15). */
import { useQuery } from '@tanstack/react-query';
import { client, messageOf } from 'root-config/api';
import { EmptyState, FailedState, Heading, SkeletonBox, moment } from 'root-config/ui';
import { FALLING, JEWEL_PRICE_PATH, MetalPrices, RISING, type MetalPrice } from 'services/jewel-price/contract';
import './jewel-price.css';

const RENEW_MS = 60_000;

const figure = (price: number | null): string =>
  price === null ? '—' : price.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Red rises and green falls, as boards here have it; the sign says it too. */
const Price = ({ price, style }: { readonly price: number | null; readonly style: string }) => {
  if (style !== RISING && style !== FALLING) return <b>{figure(price)}</b>;
  const isRising = style === RISING;
  return (
    <b className={isRising ? 'metal-rise' : 'metal-fall'}>
      {figure(price)}
      <span role="img" aria-label={isRising ? '上涨' : '下跌'}>
        {isRising ? ' ▲' : ' ▼'}
      </span>
    </b>
  );
};
const Row = ({ row }: { readonly row: MetalPrice }) => (
  <tr>
    <th scope="row">{row.name}</th>
    <td>
      <Price price={row.recycle} style={row.recycle_style} />
    </td>
    <td>
      <Price price={row.sell} style={row.sell_style} />
    </td>
    <td>
      <span className="metal-high">{figure(row.rise)}</span>
      <span className="metal-low">{figure(row.fall)}</span>
    </td>
  </tr>
);

const Prices = ({ prices: { list, stale, at, reason } }: { readonly prices: MetalPrices }) => (
  <>
    <p className={stale ? 'metal-note metal-stale' : 'metal-note'} role="status">
      {at === null ? '' : `${moment(at)} 的价格`}
      {stale && at !== null ? '（已超过5分钟，仅供参考）' : ''}
      {reason === '' || at === null ? '' : `；${reason}`}
    </p>
    {list.length === 0 ? (
      <EmptyState title="没有行情" text={reason} />
    ) : (
      <table className={stale ? 'metal-table metal-old' : 'metal-table'}>
        <thead>
          <tr>
            <th scope="col">商品</th>
            <th scope="col">回购</th>
            <th scope="col">销售</th>
            <th scope="col">高/低</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </tbody>
      </table>
    )}
  </>
);

const JewelPrices = () => {
  const { data, error, refetch } = useQuery({
    queryKey: [JEWEL_PRICE_PATH],
    queryFn: async ({ signal }) => MetalPrices.parse(await client.get(JEWEL_PRICE_PATH, {}, { signal })),
    refetchInterval: RENEW_MS,
  });
  return (
    <section className="metal-page">
      <Heading as="h2" variant="medium">
        实时金价
      </Heading>
      <p className="ui-hint">行情仅供参考，开单以“今日金价”的挂牌价为准。</p>
      {data !== undefined ? <Prices prices={data} /> : null}
      {data === undefined && error === null ? <SkeletonBox height="200px" /> : null}
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={() => void refetch()} />}
    </section>
  );
};
export default JewelPrices;
