/**
 * 今日金价 for a screen in the shop (S1§2.14): no sign-in, fills the window or the whole display, renews itself every five
 * minutes and goes on showing the last prices when the network is away.
 */
import { PUBLIC_BOARD_PATH, PublicBoard } from 'projections/quoted-prices/contract';
import { client } from 'root-config/api';
import { moment, pictureUrl } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import './report-price.css';

const RENEW_MS = 300_000;

const listenFullscreen = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};
const isFullscreen = (): boolean => document.fullscreenElement !== null;
const toggleFullscreen = (): void => {
  const done = isFullscreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // A browser may refuse: the page then stays as it is.
  void done.catch(() => undefined);
};
const Fullscreen = () => {
  const full = useSyncExternalStore(listenFullscreen, isFullscreen);
  if (!document.fullscreenEnabled) return null;
  return (
    <button type="button" className="price-full" onClick={toggleFullscreen}>
      {full ? '退出全屏' : '全屏'}
    </button>
  );
};

const two = (price: number): string =>
  price.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const Prices = ({ details }: Pick<PublicBoard, 'details'>) => (
  <table className="price-table">
    <thead>
      <tr>
        <th scope="col">品名</th>
        <th scope="col">含金量</th>
        <th scope="col">价格</th>
      </tr>
    </thead>
    <tbody>
      {details.map(({ name, goldContent, price, measureUnit }) => (
        <tr key={`${name} ${goldContent}`}>
          <th scope="row">{name}</th>
          <td>{goldContent === '' ? '' : `${goldContent}‰`}</td>
          <td className="price-figure">
            <b>{two(price)}</b>
            <small>{measureUnit}</small>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const sinceWords = (at: string | null): string => (at === null ? '' : `${moment(at)} 起`);
const Board = ({ board, stale }: { readonly board: PublicBoard; readonly stale: boolean }) => {
  const { adPicture, backgroudPicture, remark, details, at } = board;
  const background = backgroudPicture === '' ? {} : { backgroundImage: `url("${pictureUrl(backgroudPicture)}")` };
  return (
    <main className="price-page" style={background}>
      <div className={adPicture === '' ? 'price-board' : 'price-board price-with-ad'}>
        <header>
          <h1>今日金价</h1>
          <span>{sinceWords(at)}</span>
          <Fullscreen />
        </header>
        {adPicture === '' ? null : <img className="price-ad" src={pictureUrl(adPicture)} alt="" />}
        {details.length === 0 ? <p className="price-none">暂无报价，请咨询店员</p> : <Prices details={details} />}
        <footer>
          {remark === '' ? null : <p>{remark}</p>}
          {stale ? <p role="status">网络中断，显示的是之前的金价，正在重连…</p> : null}
        </footer>
      </div>
    </main>
  );
};

const Message = ({ text }: { readonly text: string }) => (
  <main className="price-page">
    <p className="price-none" role="status">
      {text}
    </p>
  </main>
);

const PriceDisplay = () => {
  const { data, error } = useQuery({
    queryKey: [PUBLIC_BOARD_PATH],
    queryFn: async ({ signal }) =>
      PublicBoard.parse(await client.get(PUBLIC_BOARD_PATH, {}, { signal, anonymous: true })),
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: true,
    retry: true,
    retryDelay: (tries) => Math.min(60_000, 2_000 * 2 ** tries),
  });
  if (data !== undefined) return <Board board={data} stale={error !== null} />;
  return <Message text={error === null ? '正在加载…' : '暂时连接不上，正在重试…'} />;
};
export default PriceDisplay;
