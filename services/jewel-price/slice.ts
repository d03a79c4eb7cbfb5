/** Live metal prices: GET /report-jewel-price over the feed that the settings name. */
import { route } from '../contracts/route.ts';
import { outbound } from '../platform/outbound/outbound.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { FEED_SETTING, JEWEL_PRICE_PATH, MetalPrices } from './contract.ts';
import { httpFeed } from './http-feed.ts';
import { LatestPrices } from './latest.ts';

const UNSET: MetalPrices = { list: [], stale: true, at: null, reason: '还没有设置行情源，请联系管理员' };

export const jewelPriceSlice: SliceModule = {
  create: ({ lookup, clock, log, config }) => {
    const call = outbound(config.outboundHosts);
    const failed = (error: unknown): void => log.warn('the feed of metal prices was not read', { error });
    let known: { readonly url: string; readonly latest: LatestPrices } | null = null;
    /** Another address is another feed: nothing of the one before is shown. */
    const latestOf = (url: string): LatestPrices => {
      if (known?.url !== url) known = { url, latest: new LatestPrices(httpFeed(url, call), { clock, failed }) };
      return known.latest;
    };
    return {
      name: 'jewel-price',
      routes: [
        route({
          method: 'GET',
          path: JEWEL_PRICE_PATH,
          summary: '实时金价',
          allow: { everyone: 'signed-in' },
          data: MetalPrices,
          handler: async () => {
            const url = (await lookup.setting(FEED_SETTING))?.trim() ?? '';
            return { data: url === '' ? UNSET : await latestOf(url).look() };
          },
        }),
      ],
    };
  },
};
