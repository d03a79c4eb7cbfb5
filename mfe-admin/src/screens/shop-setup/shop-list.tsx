/** Shops with what each lacks, those that lack most on top; the disabled ones last. */
import { RouterLink } from 'root-config/api';
import { Label, TextInput } from 'root-config/ui';
import { useState } from 'react';
import type { ShopSetupRow } from 'services/system/contract';

/** Fewer are seen at a glance. */
const SEARCHED = 10;
const isOpen = ({ status }: ShopSetupRow): boolean => status === '2';
export const inOrder = (shops: readonly ShopSetupRow[]): readonly ShopSetupRow[] =>
  shops.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.lacks.length - one.lacks.length);

const Lacks = ({ shop }: { readonly shop: ShopSetupRow }) => {
  if (!isOpen(shop)) return <Label variant="secondary">停用</Label>;
  return shop.lacks.length === 0 ? (
    <Label variant="success">不缺</Label>
  ) : (
    <Label variant="attention">缺 {shop.lacks.length} 项</Label>
  );
};
type Props = { readonly shops: readonly ShopSetupRow[]; readonly chosen: number | undefined };
export const ShopList = ({ shops, chosen }: Props) => {
  const [part, search] = useState('');
  const shown = inOrder(shops).filter(({ shopName }) => shopName.includes(part.trim()));
  return (
    <nav aria-label="分店">
      {shops.length > SEARCHED ? (
        <TextInput
          aria-label="查找分店"
          placeholder="查找分店"
          block
          value={part}
          onChange={({ target }) => search(target.value)}
        />
      ) : null}
      <ul>
        {shown.map((shop) => (
          <li key={shop.shopId}>
            <RouterLink
              to={`/admin/shop-setup?shopId=${shop.shopId}`}
              aria-current={shop.shopId === chosen ? 'true' : undefined}
            >
              <span>{shop.shopName}</span>
              <Lacks shop={shop} />
            </RouterLink>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="shop-setup-quiet">没有这样的分店。</p> : null}
    </nav>
  );
};
