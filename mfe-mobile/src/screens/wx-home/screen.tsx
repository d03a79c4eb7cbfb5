/**
 * What a shopper sees who opens a shopper page outside the messaging app (S1§2.16): whose shop this is, what waits here
 * and how to get to it. The app tells us who the shopper is; without it there is nothing to show, and nothing is made up.
 */
import type { ReactNode } from 'react';

const GOLD = '#8a6420';
const INK = '#3d2f22';
const WARM = '#faf4ea';
const SOFT = '#6b5a49';

const page = {
  minHeight: '100dvh',
  boxSizing: 'border-box',
  padding: 'max(40px, 8dvh) 20px 32px',
  background: `linear-gradient(${WARM}, #f3e7d3)`,
  color: INK,
  fontSize: 18,
  lineHeight: 1.6,
} as const;
const card = {
  maxWidth: 440,
  margin: '0 auto',
  padding: '36px 24px 32px',
  borderRadius: 20,
  background: '#fffdf9',
  boxShadow: '0 12px 32px rgb(138 100 32 / 14%)',
  textAlign: 'center',
} as const;
const list = { margin: '28px 0 0', padding: 0, listStyle: 'none', textAlign: 'left' } as const;
const item = {
  display: 'flex',
  gap: 14,
  padding: '14px 0',
  borderTop: '1px solid #eee0c8',
  '& b': { display: 'block', fontWeight: 600 },
  '& small': { fontSize: 15, color: SOFT },
  '& svg': { flex: '0 0 28px', marginTop: 2 },
} as const;

const Icon = ({ children }: { children: ReactNode }) => (
  <svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke={GOLD} strokeWidth="1.6" aria-hidden>
    {children}
  </svg>
);
const Gem = () => (
  <svg width="56" height="56" viewBox="0 0 24 24" fill="none" stroke={GOLD} strokeWidth="1.2" aria-hidden>
    <path d="M6 4h12l4 6-10 11L2 10z M2 10h20 M9 10l3 11 3-11-3-6z" strokeLinejoin="round" />
  </svg>
);

const OFFERS = [
  {
    title: '我的名片',
    text: '出示会员条码，店员扫一扫即可识别您',
    icon: <path d="M3 6h18v12H3z M7 10v4 M10 10v4 M13 10v4 M17 10v4" />,
  },
  {
    title: '质保单',
    text: '查看您购买的每一件首饰',
    icon: <path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z M8.5 12l2.5 2.5 4.5-5" />,
  },
  {
    title: '礼品',
    text: '领取门店赠送的礼品',
    icon: <path d="M4 11h16v9H4z M3 7h18v4H3z M12 7v13 M12 7C9 2 5 5 12 7c7-2 3-5 0 0" />,
  },
];

const WxHome = () => (
  <main css={page}>
    <div css={card}>
      <Gem />
      <h1 css={{ margin: '12px 0 4px', fontSize: 26, fontWeight: 600, letterSpacing: 2 }}>会员中心</h1>
      <p
        css={{
          margin: '24px 0 0',
          padding: '14px 16px',
          borderRadius: 12,
          background: WARM,
          color: GOLD,
          fontSize: 20,
          fontWeight: 600,
        }}
      >
        请从微信公众号进入
      </p>
      <p css={{ margin: '12px 0 0', color: SOFT, fontSize: 16, textWrap: 'balance' }}>
        关注门店的公众号后，点菜单“会员中心”即可；没有关注的，请让店员出示二维码。
      </p>
      <ul css={list}>
        {OFFERS.map(({ title, text, icon }) => (
          <li key={title} css={item}>
            <Icon>{icon}</Icon>
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  </main>
);
export default WxHome;
