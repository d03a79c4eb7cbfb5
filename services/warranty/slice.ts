/** Warranties (R162): the public keys, a new key, and the file that checks papers with no house at all. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { KEYS_PATH, WarrantyKeyRow } from './contract.ts';
import { WARRANTY_KEY_SQL } from './tables.ts';

const everyone = { everyone: 'public' } as const;
/** Where the keys stand in the file; the build puts it there. */
const KEYS_PLACE = '/*keys*/[]';
const NO_FILE = refuse('not-found', 'warranty.no_file', '本机没有构建验真文件');

type Deps = Pick<SliceDeps, 'warranties' | 'shoppers' | 'exceptions' | 'installation'>;
const keysRoute = ({ warranties, shoppers }: Deps): Route =>
  route({
    method: 'GET',
    path: '/.well-known/jewel-warranty.json',
    absolute: true,
    summary: '质保公钥',
    allow: everyone,
    handler: async (call) =>
      shoppers.pace(call) ?? {
        raw: JSON.stringify({ keys: await warranties.keys() }),
        type: 'application/json; charset=utf-8',
        headers: { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' },
      },
  });
const shownRoute = ({ warranties }: Deps): Route =>
  route({
    method: 'GET',
    path: KEYS_PATH,
    summary: '质保签名密钥',
    allow: ['admin:sysSetting:list', 'admin:sysConfig:edit'],
    data: z.array(WarrantyKeyRow),
    handler: async () => ({ data: [...(await warranties.keys())] }),
  });
/** Whoever has a new key sign says so to the owner: what was printed with the old one and dated later is refused from then on. */
const renewRoute = ({ warranties, exceptions }: Deps): Route =>
  route({
    method: 'POST',
    path: `${KEYS_PATH}/renew`,
    summary: '更换签名密钥',
    allow: 'admin:sysConfig:edit',
    ofChain: true,
    data: WarrantyKeyRow,
    handler: async (call) => {
      const key = await warranties.renew();
      if (isRefusal(key)) return key;
      const what = `质保单改用新的签名密钥 ${key.id}，此前打印的仍可验证`;
      await exceptions.note({ kind: 'warranty-key', shopId: null, what }, call);
      return { data: key, msg: '已更换，之前打印的质保单仍可验证' };
    },
  });
const fileRoute = ({ warranties, shoppers, installation }: Deps): Route =>
  route({
    method: 'GET',
    path: '/warranty-checker',
    summary: '离线验真文件',
    allow: everyone,
    handler: async (call) => {
      const early = shoppers.pace(call);
      if (early !== null) return early;
      const file = path.join(installation.siteDir, 'shopper', 'checker.txt');
      if (!fs.existsSync(file)) return NO_FILE;
      const keys = JSON.stringify(await warranties.keys());
      const raw = fs.readFileSync(file, 'utf8').replace(KEYS_PLACE, () => keys);
      return { raw, type: 'text/html; charset=utf-8', fileName: '质保验真.html' };
    },
  });

export const warrantySlice: SliceModule = {
  migrations: [{ id: 'warranty-001-keys', sql: WARRANTY_KEY_SQL }],
  create: (deps) => ({
    name: 'warranty',
    routes: [keysRoute(deps), shownRoute(deps), renewRoute(deps), fileRoute(deps)],
  }),
};
