/** Schemes with tills, metal, gift codes, numbers, points, settings and rights (R134 to R138, R140, R145, R146, R148). */
import { expect } from 'vitest';
import { USER_PASSWORD, type Reply } from '../../support/app.ts';
import type { Fields, Insiders, Person } from './house.ts';
import { cash, FULL, handOver, order, recycle, till, AT_BOARD } from './orders.ts';
import { refused, row, type Scheme } from './schemes.ts';

export const TILL_SCHEMES: readonly Scheme[] = [
  {
    name: 'cash at a till that nobody registered, which stands open for ever',
    rule: 'R138',
    comes: refused(422, '收银台'),
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const body = order(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL) });
      const headers = { 'x-till': encodeURIComponent('我的台') };
      return house.chain.app.post('/biz-sell', body, { ...house.as('clerk'), headers });
    },
  },
  {
    name: 'a clerk registers a till of his own',
    rule: 'R138',
    comes: refused(403, '权限'),
    play: (house) =>
      house.call('clerk', 'POST', '/biz-till', { shopId: house.chain.home, name: '我的台', status: '2' }),
  },
  {
    name: 'a till is counted empty, and a second clerk signs for it',
    rule: 'R138',
    comes: row('shift-difference'),
    play: async (house) => {
      const handed = await handOver(house, await till(house), -FULL);
      expect(handed.body.msg).toContain('待第三人确认');
      return handed;
    },
  },
  {
    name: '19.99 a hand-over, six times',
    rule: 'R138',
    comes: row('shift-difference'),
    play: async (house) => {
      let handed: Reply | undefined;
      for (let shift = 0; shift < 6; shift += 1) {
        handed = await handOver(house, await till(house), -19.99);
        expect(handed.body.msg).not.toContain('待第三人确认');
      }
      return handed as Reply;
    },
  },
];

/** Old gold in the shop, bought and audited, as a lot. */
export const lot = async (house: Insiders, change: Fields): Promise<number> => {
  const made = await recycle(house, { cost: 400, ...change });
  expect(made.status, made.text).toBe(200);
  const id = Number(made.body.data);
  expect((await house.chain.audit('/biz-alone-recycle', [id])).status).toBe(200);
  const lots = await house.done('owner', 'GET', `/biz-recycle-out/lots?shopId=${house.chain.home}`);
  return Math.max(...(lots as readonly { lotId: number }[]).map(({ lotId }) => lotId));
};
export const send = async (
  house: Insiders,
  weightOut: number,
  change: Fields,
  who: Person = 'keeper',
): Promise<number> => {
  const { home: shopId, today: outAt } = house.chain;
  const lotList = [{ lotId: await lot(house, { weight: weightOut }), weightOut }];
  const body = { shopId, outAt, kind: '2', party: '熔料厂', lotList, ...change };
  return Number(await house.done(who, 'POST', '/biz-recycle-out', body));
};
export const auditExit = (house: Insiders, id: number, who: Person): Promise<Reply> =>
  house.call(who, 'PUT', `/biz-recycle-out/audit/${id}`, { ids: [id] });

export const METAL_SCHEMES: readonly Scheme[] = [
  {
    name: 'whoever makes an exit of old gold audits it himself',
    rule: 'R134',
    comes: refused(409, '制单人不能审核自己的单据'),
    play: async (house) => auditExit(house, await send(house, 5, {}), 'keeper'),
  },
  {
    name: '12.85 g are sent to be melted and 0.001 g comes back',
    rule: 'R135',
    comes: row('metal-loss', 'boss'),
    play: async (house) => {
      const id = await send(house, 12.85, {});
      expect((await auditExit(house, id, 'boss')).status).toBe(200);
      const came = { backAt: house.chain.today, fineness: '足金', weightBack: 0.001 };
      return house.call('boss', 'PUT', `/biz-recycle-out/back/${id}`, came);
    },
  },
  {
    name: 'old gold becomes a piece, and there is none',
    rule: 'R135',
    comes: row('word', 'boss'),
    play: async (house) => auditExit(house, await send(house, 3, { kind: '3', party: '' }), 'boss'),
  },
  {
    name: 'old gold is sold for a fen',
    rule: 'R135',
    comes: row('word', 'boss'),
    play: async (house) => auditExit(house, await send(house, 1.662, { kind: '4', price: 0.01 }), 'boss'),
  },
  {
    name: 'a clerk audits what leaves',
    rule: 'R134',
    comes: refused(403, '权限'),
    play: async (house) => auditExit(house, await send(house, 2, {}), 'clerk'),
  },
];

let codes = 0;
const giftCode = async (house: Insiders): Promise<readonly [id: number, code: string]> => {
  codes += 1;
  const writeOffCode = `HX-INSIDE-${codes}`;
  const body = { name: '王女士', mobile: '13800138000', writeOffCode };
  return [Number(await house.done('owner', 'POST', '/mall-write-off', body)), writeOffCode];
};
const collect = (house: Insiders, id: number, writeOffCode?: string): Promise<Reply> =>
  house.call('clerk', 'PUT', `/mall-write-off/user/${id}`, { writeOffCode });
export const CODE_SCHEMES: readonly Scheme[] = [
  {
    name: 'a gift is collected by the number of its row',
    rule: 'R137',
    comes: refused(422, '核销码不能为空'),
    play: async (house) => collect(house, (await giftCode(house))[0]),
  },
  {
    name: 'a code is read in the list',
    rule: 'R137',
    comes: refused(422, '核销码不正确'),
    play: async (house) => {
      const [id] = await giftCode(house);
      const { list } = (await house.done('clerk', 'GET', '/mall-write-off?pageSize=100')) as {
        list: readonly { id: number; writeOffCode: string }[];
      };
      return collect(house, id, list.find((one) => one.id === id)?.writeOffCode.replaceAll('•', 'X'));
    },
  },
  {
    name: 'a code is guessed five times, then the right one comes',
    rule: 'R137',
    comes: refused(409, '核销码已输错5次'),
    play: async (house) => {
      const [id, code] = await giftCode(house);
      for (let tries = 0; tries < 5; tries += 1) await collect(house, id, `HX-GUESS-${tries}`);
      return collect(house, id, code);
    },
  },
  {
    name: 'a gift that waits is given another name',
    rule: 'R137',
    comes: refused(403, '没有'),
    play: async (house) => {
      const [id] = await giftCode(house);
      const shown = (await house.done('clerk', 'GET', `/mall-write-off/user/${id}`)) as Fields;
      return house.call('clerk', 'PUT', `/mall-write-off/${id}`, { ...shown, name: '赵先生' });
    },
  },
];

export const HOUSE_SCHEMES: readonly Scheme[] = [
  {
    name: 'a limit of the chain is set by a manager of one shop',
    rule: 'R146',
    comes: refused(403, '此项对全部分店生效'),
    play: (house) => house.call('local', 'PUT', '/set-config', [{ configKey: 'sell_min_rebate', configValue: '0' }]),
  },
  {
    name: 'a limit is raised for a minute',
    rule: 'R146',
    comes: row('limit-changed', 'owner'),
    play: async (house) => {
      const set = (configValue: string) => [{ configKey: 'refund_limit', configValue }];
      await house.done('owner', 'PUT', '/set-config', set('99999'));
      return house.call('owner', 'PUT', '/set-config', set('1000'));
    },
  },
  {
    name: 'a limit is added as a setting of its own',
    rule: 'R146',
    comes: row('limit-changed', 'owner'),
    play: (house) => {
      const config = { configName: '每单免费赠品', configKey: 'free_gifts_per_day', configValue: '999' };
      return house.call('owner', 'POST', '/config', { ...config, configType: 'N', isFrontend: '2' });
    },
  },
  {
    name: 'the board is made cheaper by a clerk for a friend',
    rule: 'R146',
    comes: refused(403, '权限'),
    play: (house) => house.call('clerk', 'POST', '/base-quoted-price', { details: [{ name: '足金', price: 300 }] }),
  },
  {
    name: 'the numbers of suppliers are collected through a picker: they find nobody',
    rule: 'R145',
    comes: refused(200, '"list":[]'),
    play: async (house) => {
      const supplier = { name: '周记珠宝', contract: '周先生', mobile: '13900139000', status: '2' };
      await house.done('owner', 'POST', '/base-supplier', supplier);
      return house.call('clerk', 'GET', '/base-supplier?mobile=13900139000');
    },
  },
  {
    name: 'another shop is written for, by its number',
    rule: 'R145',
    comes: refused(403, '权限'),
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const body = order(house, { shopId: house.chain.away, sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL) });
      return house.call('clerk', 'POST', '/biz-sell', body);
    },
  },
  {
    name: 'an accomplice is given more roles and every shop',
    rule: 'R148',
    comes: row('rights-widened', 'owner'),
    play: async (house) => {
      const { app, home } = house.chain;
      const friend = { username: 'friend', roleIds: [4], lockShops: [home] };
      const userId = await app.addUser(friend);
      const wider = {
        userId,
        username: 'friend',
        nickName: 'friend',
        roleIds: [4],
        lockShops: [home, house.chain.away],
      };
      return house.call('owner', 'PUT', '/sys-user', wider);
    },
  },
  {
    name: 'a parked order is taken by another till: it is gone for the first, which is told who has it',
    rule: 'R148',
    comes: refused(409, '已被second于'),
    play: async (house) => {
      const body = { values: { remark: '' }, lines: { sellGoodsList: [] } };
      const parked = { shopId: house.chain.home, body, note: '试戴' };
      const id = String(await house.done('clerk', 'POST', '/biz-sell/park', parked));
      await house.done('second', 'POST', `/biz-sell/park/${id}/take`, {});
      return house.call('clerk', 'POST', `/biz-sell/park/${id}/take`, {});
    },
  },
  {
    name: 'the archive of the whole house is taken by a manager of one shop',
    rule: 'R145',
    comes: refused(403, '权限'),
    play: (house) =>
      house.call('boss', 'POST', '/backup/ticket', {
        name: 'backup-20261125-030000.ndjson.gz',
        password: USER_PASSWORD,
      }),
  },
  {
    name: 'a fact that names oneself is marked as seen',
    rule: 'R148',
    comes: refused(409, '本人'),
    play: async (house) => {
      await house.done('owner', 'PUT', '/set-config', [{ configKey: 'refund_limit', configValue: '1001' }]);
      await house.done('owner', 'PUT', '/set-config', [{ configKey: 'refund_limit', configValue: '1000' }]);
      const { list } = (await house.done('owner', 'GET', '/report-exception?kind=limit-changed')) as {
        list: readonly { id: string; own: boolean }[];
      };
      const ids = list.filter(({ own }) => own).map(({ id }) => id);
      return house.call('owner', 'PUT', '/report-exception/seen', { ids });
    },
  },
];
