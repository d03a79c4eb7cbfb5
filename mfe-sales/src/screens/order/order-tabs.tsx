/** Tabs of an order (S1§2.1): each says how much is in it and how much of that is wrong. */
import { useEffect, useRef } from 'react';
import { Tabs, type FormHandle } from 'root-config/ui';
import type { OrderValues } from './order-values.ts';

export const TABS = ['首饰销售', '退换货', '旧料回收', '赠品销售', '维修清洗', '图片'] as const;
export type OrderTab = (typeof TABS)[number];
export const GOODS: OrderTab = '首饰销售';
export const CHANGE: OrderTab = '退换货';
export const OLD: OrderTab = '旧料回收';
export const GIFTS: OrderTab = '赠品销售';
export const CLEAN: OrderTab = '维修清洗';
export const PICTURES: OrderTab = '图片';

/** What a tab shows, as the form and the body name it. */
const HOLDS = {
  [GOODS]: 'sellGoodsList',
  [CHANGE]: 'sellChangeList',
  [OLD]: 'sellRecycleList',
  [GIFTS]: 'sellGiftList',
  [CLEAN]: 'sellCleanList',
  [PICTURES]: 'pictures',
} as const satisfies Record<OrderTab, keyof OrderValues>;
export const tabOf = (path: string): OrderTab | undefined =>
  TABS.find((tab) => path === HOLDS[tab] || path.startsWith(`${HOLDS[tab]}.`));

type Form = FormHandle<OrderValues>;
const countIn = (form: Form, tab: OrderTab): number => {
  if (tab !== PICTURES) return form.lines(HOLDS[tab]).length;
  const { pictures = '' } = form.values;
  return pictures === '' ? 0 : (JSON.parse(pictures) as unknown[]).length;
};

type TabProps = { readonly form: Form; readonly tab: OrderTab; readonly onTab: (tab: OrderTab) => void };
const tabs = {
  // All six in sight: on a phone in two rows.
  '@media (max-width: 640px)': { flexWrap: 'wrap', '& button': { padding: '6px 8px' } },
  '& button': { whiteSpace: 'nowrap' },
} as const;
export const OrderTabs = ({ form, tab, onTab }: TabProps) => (
  <Tabs
    label="销售单明细"
    tabs={TABS}
    current={tab}
    onTab={onTab}
    css={tabs}
    words={(name) => {
      const count = countIn(form, name);
      const wrong = form.wrongIn(HOLDS[name]);
      return (
        <>
          {name}
          {count > 0 ? ` ${count}` : ''}
          {wrong > 0 ? <span className="ui-problem"> {wrong}处有误</span> : null}
        </>
      );
    }}
  />
);

/** A saved order opens where it has something. */
export const FirstFilledTab = ({ form, onTab }: Omit<TabProps, 'tab'>) => {
  const opened = useRef(form.mode === 'add');
  useEffect(() => {
    if (opened.current) return;
    // Once: afterwards the tab is the reader's.
    opened.current = true;
    const filled = TABS.find((tab) => countIn(form, tab) > 0);
    if (filled !== undefined) onTab(filled);
  });
  return null;
};
