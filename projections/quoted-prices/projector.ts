/** quoted_prices: the versions of the board, one row each. */
import type { QuotedPriceEvent } from 'services/quoted-price/contract';
import { ledger, type Row } from '../platform/projection/projection.ts';

type VersionRow = Row & { readonly version: number };

export const quotedPrices = ledger<VersionRow>({
  name: 'quoted-prices',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'quoted_prices',
  events: ['GoldPricesQuoted'],
  rows: (event) => {
    const { version, validFrom, adPicture, backgroundPicture, remark, details } =
      event.data as unknown as QuotedPriceEvent['data'];
    return [
      {
        version,
        valid_from: validFrom,
        by_name: event.meta.userName,
        ad_picture: adPicture,
        background_picture: backgroundPicture,
        remark,
        details,
      },
    ];
  },
});
