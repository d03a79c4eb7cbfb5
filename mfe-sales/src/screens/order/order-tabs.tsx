/** Tabs of an order (S1§2.1). */

export const TABS = ['首饰销售', '退换货', '旧料回收', '赠品销售', '维修清洗', '图片'] as const;
export type OrderTab = (typeof TABS)[number];
export const GOODS: OrderTab = '首饰销售';
export const CHANGE: OrderTab = '退换货';
export const OLD: OrderTab = '旧料回收';
export const GIFTS: OrderTab = '赠品销售';
export const CLEAN: OrderTab = '维修清洗';
export const PICTURES: OrderTab = '图片';

type Props = { readonly tab: OrderTab; readonly onTab: (tab: OrderTab) => void; readonly counts: Counts };
type Counts = Partial<Record<OrderTab, number>>;
export const OrderTabs = ({ tab, onTab, counts }: Props) => (
  <div className="ui-tabs" role="tablist" aria-label="销售单明细" css={{ overflowX: 'auto' }}>
    {TABS.map((name) => (
      <button
        key={name}
        type="button"
        role="tab"
        aria-selected={name === tab}
        css={{ whiteSpace: 'nowrap' }}
        onClick={() => onTab(name)}
      >
        {name}
        {(counts[name] ?? 0) > 0 ? ` ${counts[name]}` : ''}
      </button>
    ))}
  </div>
);
