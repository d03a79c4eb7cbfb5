/** What shoppers see, drawn with an invented customer: the card page and the slip, as the settings on the form have them. */
import { SegmentedControl, pictureUrl } from 'root-config/ui';
import { useState } from 'react';

const PAGES = ['我的名片', '质保单'] as const;
type Props = {
  readonly house: string;
  readonly logo: string;
  readonly showsPrice: boolean;
  readonly terms: string;
};
const CardPage = () => (
  <>
    <strong>王女士</strong>
    <div className="shopper-phone-bars" role="img" aria-label="会员条码" />
    <span>138 0000 0000</span>
    <dl>
      <div>
        <dt>可用积分</dt>
        <dd>1,280</dd>
      </div>
      <div>
        <dt>储值</dt>
        <dd>¥500.00</dd>
      </div>
    </dl>
  </>
);
const SlipPage = ({ showsPrice, terms }: Pick<Props, 'showsPrice' | 'terms'>) => {
  const lines = terms.split('\n').filter((line) => line.trim() !== '');
  return (
    <>
      <strong>足金古法手镯</strong>
      <div className="shopper-phone-bars" role="img" aria-label="货品条码" />
      <dl>
        <div>
          <dt>订单号</dt>
          <dd>XS10001</dd>
        </div>
        <div>
          <dt>总重</dt>
          <dd>32.150 g</dd>
        </div>
        <div>
          <dt>成色</dt>
          <dd>足金999</dd>
        </div>
        {showsPrice ? (
          <div>
            <dt>成交价</dt>
            <dd>¥26,880.00</dd>
          </div>
        ) : null}
      </dl>
      {lines.length === 0 ? null : (
        <ol aria-label="售后条款">
          {lines.map((line, index) => (
            <li key={`${index}/${line}`}>{line}</li>
          ))}
        </ol>
      )}
    </>
  );
};

export const Preview = ({ house, logo, showsPrice, terms }: Props) => {
  const [page, setPage] = useState<(typeof PAGES)[number]>('我的名片');
  return (
    <aside className="shopper-app-preview" aria-label="预览">
      <SegmentedControl aria-label="预览的页面" onChange={(index) => setPage(PAGES[index] ?? '我的名片')}>
        {PAGES.map((title) => (
          <SegmentedControl.Button key={title} selected={title === page}>
            {title}
          </SegmentedControl.Button>
        ))}
      </SegmentedControl>
      <div className="shopper-phone" data-color-mode="light">
        <header>
          {logo === '' ? null : <img src={pictureUrl(logo)} alt="" />}
          <b>{house}</b>
        </header>
        <h3>{page}</h3>
        <div className="shopper-phone-card">
          {page === '我的名片' ? <CardPage /> : <SlipPage showsPrice={showsPrice} terms={terms} />}
        </div>
      </div>
      <small>示意，顾客和货品是虚构的</small>
    </aside>
  );
};
