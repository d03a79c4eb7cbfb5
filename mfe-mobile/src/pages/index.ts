/**
 * The pages of shoppers. A new one is one file `pages/<folder>/page.tsx` that exports a component as default, and one row here:
 * - `path`: its address; `under: true` where more may follow it. `title`: of the window. `nav`: its word in the bar below.
 * - `ask`: what it asks of the house first, when that is the same for everyone; the phone asks while the scripts are on their way.
 * - `load`: the import of its file. It is loaded when it is opened; what several pages need lies in `parts/` and `client/`.
 * In the page: `<Page title="…">` around everything; `useAnswer<T>('/wx/…')` reads, and asks again when the page comes back from
 * the browser's back cache; `<Answered of={answer}>{(data) => …}</Answered>` shows loading, failure with 重试, or the data;
 * `shopperApi.post` writes and answers `{ok, data}` or `{ok: false, refusal}`: nothing is thrown, typed text stays. A 401 of a GET goes
 * through sign-in by itself and comes back to the page. `<Bars>`, `<Empty>`, `<Failure>`, `<Field>`, `<Button>`, `yuan`, `gram`, `dayText`.
 * Plain CSS: `parts/base.css` has the colours as custom properties; what one page needs is a `page.css` beside it. Sizes in rem, as
 * people enlarge their type; nothing of the console (no React, no Primer, no `css` property, no zod): a page has 26 KB gzip in all.
 * Components are Preact's: text is heard of by `onInput`, attributes of SVG are written as SVG does (`stroke-width`).
 * This file is read by the build, too: keep it to literals.
 */
import type { ComponentType } from 'preact';

export type PageRow = {
  readonly path: string;
  readonly folder: string;
  readonly title: string;
  readonly under?: true;
  readonly nav?: string;
  readonly ask?: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

export const PAGES: readonly PageRow[] = [
  { path: '/wx', folder: 'door', title: '会员中心', load: () => import('./door/page.tsx') },
  { path: '/wx/code', folder: 'code', title: '正在登录', load: () => import('./code/page.tsx') },
  {
    path: '/wx/userinfo',
    folder: 'userinfo',
    title: '我的名片',
    nav: '名片',
    ask: '/wx/user-info',
    load: () => import('./userinfo/page.tsx'),
  },
  {
    path: '/wx/bill',
    folder: 'bill',
    title: '质保单',
    nav: '质保单',
    ask: '/wx/bill',
    load: () => import('./bill/page.tsx'),
  },
  { path: '/wx/bill-detail', folder: 'bill-detail', title: '质保单', load: () => import('./bill-detail/page.tsx') },
  {
    path: '/wx/repairs',
    folder: 'repairs',
    title: '我的维修',
    nav: '维修',
    ask: '/wx/repairs',
    load: () => import('./repairs/page.tsx'),
  },
  {
    path: '/wx/giveaway',
    folder: 'giveaway',
    title: '礼品领取',
    nav: '礼品',
    ask: '/wx/write-off',
    load: () => import('./giveaway/page.tsx'),
  },
  {
    path: '/wx/points',
    folder: 'points',
    title: '积分明细',
    ask: '/wx/points',
    load: () => import('./points/page.tsx'),
  },
  {
    path: '/wx/balance',
    folder: 'balance',
    title: '储值明细',
    ask: '/wx/balance',
    load: () => import('./balance/page.tsx'),
  },
  {
    path: '/wx/consents',
    folder: 'consents',
    title: '我的授权',
    ask: '/wx/consents',
    load: () => import('./consents/page.tsx'),
  },
  {
    path: '/wx/data',
    folder: 'data',
    title: '我的数据',
    ask: '/wx/erasure-request',
    load: () => import('./data/page.tsx'),
  },
];
