/** How shoppers come in: by a public account, by a stand-in of the demonstration, or by number (R159). */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { standInIsOpen } from '../shopper/contract.ts';
import { attention, good, type Finding, type StateCheck } from './check.ts';

const Stored = z.object({ appId: z.string().nullable(), secret: z.string().nullable() });
const storedOf = (db: DatabasePool) =>
  db.one(sql.type(Stored)`
    SELECT (SELECT trim(config_value) FROM master.config WHERE config_key = 'wx_app_id') AS "appId",
      (SELECT trim(config_value) FROM master.config WHERE config_key = 'wx_app_secret') AS secret`);
const ofAccount = (hasSecret: boolean, hasAddress: boolean): Finding => {
  if (!hasSecret) return attention('公众号没有 AppSecret，顾客不能用微信登录', '在“系统管理 → 顾客端”填写后点“检测”');
  return hasAddress
    ? good('公众号已设置；密钥是否正确，在“系统管理 → 顾客端”点“检测”')
    : attention('公众号已设置，但没有 PUBLIC_URL，顾客不能用微信登录', '启动时用 PUBLIC_URL 给出顾客打开的网址');
};
export const shoppers: StateCheck = {
  name: 'shoppers',
  title: '顾客端',
  ask: async (db, { config: { demo, loopback, publicUrl, shopperApp } }) => {
    const stored = await storedOf(db);
    const [appId, secret] = [shopperApp.appId ?? stored.appId, shopperApp.secret ?? stored.secret];
    if (appId) return ofAccount(Boolean(secret), publicUrl !== undefined);
    return demo && loopback && (await standInIsOpen(db))
      ? good('演示替身在用：本机上任何人都能选一位演示顾客登录，录入第一张真实销售单后停用')
      : good('没有接公众号，顾客用手机号和短信验证码登录');
  },
};
