/** Signs what papers say of a piece, with the address of the page that checks it (R162). */
import type { DatabasePool } from 'slonik';
import type { WarrantyDesk } from '../contracts/warranty-desk.ts';
import { warrantyText } from './signing.ts';
import type { Config } from '../platform/process/config.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { refuse } from '../contracts/refusal.ts';
import { KEYS_A_MONTH, renewWarrantyKey, warrantyKeys, warrantySigner } from './keys.ts';

type Deps = {
  readonly db: DatabasePool;
  readonly secrets: Secrets;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly now: () => Date;
};
const PAGE = '/v';
const TOO_OFTEN = refuse('conflict', 'warranty.too_often', `30天内已启用${KEYS_A_MONTH}个签名密钥，过些天再更换`);
export const createWarrantyDesk = (deps: Deps): WarrantyDesk => {
  const url = deps.config.publicUrl === undefined ? null : URL.parse(deps.config.publicUrl);
  const before = url === null ? '' : `${url.origin}${PAGE}/`;
  return {
    place: url === null ? '' : `${url.host}${PAGE}`,
    keys: () => warrantyKeys(deps.db),
    texts: async (facts) => {
      if (facts.length === 0) return [];
      const signer = await warrantySigner(deps);
      return facts.map((one) => `${before}${warrantyText(one, signer)}`);
    },
    renew: async () => {
      if (!(await renewWarrantyKey(deps))) return TOO_OFTEN;
      const [signs] = await warrantyKeys(deps.db);
      if (signs === undefined) throw new Error('no key signs after one was made');
      return signs;
    },
  };
};
