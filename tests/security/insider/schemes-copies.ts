/** Schemes with copies, masked numbers, addresses, and what lies outside of every hand-over (R135, R136, R138, R140, R145, R146). */
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { noteNotBack } from '../../../services/recycle-out/not-back.ts';
import { writeFacts } from '../../../services/backup/archives.ts';
import { USER_PASSWORD } from '../../support/app.ts';
import type { Insiders } from './house.ts';
import { AT_BOARD, cash, FULL, handOver, order } from './orders.ts';
import { auditExit, lot, send } from './schemes-house.ts';
import { rich } from './schemes-people.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

const NAME = 'backup-20261125-030000.ndjson.gz';
const archive = ({ chain }: Insiders): void => {
  const folder = path.join(chain.app.dataDir, 'backups');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, NAME), 'rows of the whole house');
  const counts = { after: -1, position: 1, events: 2, rows: 3, pictures: 0 };
  writeFacts(path.join(folder, NAME), { at: new Date().toISOString(), checkedAt: '', ...counts, sha256: '' });
};
const GUESSES = 31;
const ELEVEN_DAYS_MS = 11 * 86_400_000;

export const COPY_SCHEMES: readonly Scheme[] = [
  {
    name: 'a masked number is found by trying',
    rule: 'R140',
    comes: refused(429, '号码查询过于频繁'),
    play: async (house) => {
      const ask = (last: number) =>
        house.call('guesser', 'GET', `/base-customer?mobile=138001${String(last).padStart(5, '0')}`);
      for (let last = 1; last < GUESSES; last += 1) await ask(last);
      return ask(GUESSES);
    },
  },
  {
    name: 'what another shop sent is read in the operation log',
    rule: 'R145',
    comes: refused(200, '"list":[]'),
    play: async (house) => {
      const { away: shopId, today: inGiftAt } = house.chain;
      const body = { shopId, inGiftAt, barcode: 'GIFT-AWAY', goodsName: '红绳', num: 1, cost: 10, price: 29 };
      await house.done('stranger', 'POST', '/biz-gift-in', body);
      const LOG = '/sys-opera-log?operName=stranger&operUrl=biz-gift-in';
      await expect.poll(async () => (await house.call('owner', 'GET', LOG)).text).toContain('GIFT-AWAY');
      return house.call('local', 'GET', LOG);
    },
  },
  {
    name: 'the house is led to its own inside by an address of a setting',
    rule: 'R146',
    comes: refused(422, '内部地址'),
    play: (house) => {
      const address = { configKey: 'jewel_price_url', configValue: 'http://169.254.169.254/latest' };
      return house.call('owner', 'PUT', '/set-config', [address]);
    },
  },
  {
    name: 'cash is taken at no till, so that nobody hands it over',
    rule: 'R138',
    comes: row('shift-difference'),
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      await house.done(
        'clerk',
        'POST',
        '/biz-sell',
        order(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL) }),
      );
      return handOver(house, '未指定收银台', -FULL);
    },
  },
  {
    name: 'anybody’s stored value is paid out in another shop',
    rule: 'R136',
    comes: asks('balance-proof'),
    play: async (house) => {
      const { away: shopId, today: depositAt } = house.chain;
      const customerId = await rich(house, 5000);
      const body = { customerId, shopId, depositAt, account: '储值卡', kind: '2', amount: 3000, seller: 'stranger' };
      return house.call('stranger', 'POST', '/biz-deposit', body);
    },
  },
  {
    name: 'the archive of the whole house is taken by whoever may: encrypted, and told',
    rule: 'R145',
    comes: row('archive-taken', 'owner'),
    play: async (house) => {
      archive(house);
      const asked = { name: NAME, password: USER_PASSWORD };
      const { ticket } = (await house.done('owner', 'POST', '/backup/ticket', asked)) as { ticket: string };
      const taken = await house.call('owner', 'GET', `/backup/file?ticket=${ticket}`);
      expect(taken.text.startsWith('age-encryption.org')).toBe(true);
      return taken;
    },
  },
  {
    name: 'old gold becomes a piece that a supplier sent',
    rule: 'R135',
    comes: refused(422, '有供应商'),
    play: async (house) => {
      const { home: shopId, today: outAt } = house.chain;
      const supplier = { name: '水贝二厂', contract: '陈', mobile: '13700000009', status: '2' };
      const supplierId = Number(await house.done('owner', 'POST', '/base-supplier', supplier));
      const goodsList = [await house.chain.stock({ supplierId, goldCost: 400 })];
      const lotList = [{ lotId: await lot(house, { weight: 3 }), weightOut: 3 }];
      return house.call('keeper', 'POST', '/biz-recycle-out', {
        shopId,
        outAt,
        kind: '3',
        party: '',
        lotList,
        goodsList,
      });
    },
  },
  {
    name: 'old gold is sent away and does not come back',
    rule: 'R135',
    comes: row('metal-not-back', 'keeper'),
    play: async (house) => {
      const sent = await auditExit(house, await send(house, 4, {}), 'boss');
      const { deps } = house.chain.app.house;
      await house.chain.app.house.caughtUp();
      await noteNotBack({ ...deps, clock: () => new Date(Date.now() + ELEVEN_DAYS_MS) });
      return sent;
    },
  },
];
