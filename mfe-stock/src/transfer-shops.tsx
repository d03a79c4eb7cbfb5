/** Every shop of the chain: a transfer may go to a shop whose stock one may not see. */
import { transferShops, type TransferShop } from 'projections/transfers/contract';
import { client } from 'root-config/api';
import type { Option } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { z } from 'zod';

const NONE: readonly TransferShop[] = [];
export const useTransferShops = (): { readonly rows: readonly TransferShop[]; readonly pending: boolean } => {
  const { data, isPending } = useQuery({
    queryKey: [transferShops.path],
    queryFn: async ({ signal }) =>
      z.array(transferShops.row).parse(await client.get(transferShops.path, {}, { signal })),
  });
  return { rows: data ?? NONE, pending: isPending };
};

/** Who is locked to one shop still sends pieces to the others. */
export const shopOptions = (shops: readonly TransferShop[]): readonly Option[] =>
  shops.map(({ id, label, enabled }) => ({ value: String(id), label: enabled ? label : `${label}（停用）` }));

/** A screen whose filters offer every shop: it waits for their names. */
export const screenWithShops = (screenFor: (shops: readonly Option[]) => ComponentType): ComponentType => {
  const ShopScreen = ({ shops }: { readonly shops: readonly TransferShop[] }) => {
    const [Screen] = useState(() => screenFor(shopOptions(shops)));
    return <Screen />;
  };
  return () => {
    const { rows, pending } = useTransferShops();
    return pending ? null : <ShopScreen shops={rows} />;
  };
};
