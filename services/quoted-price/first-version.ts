/** Once: prices that stood in the setting `sell_gold_prices` before there was a board become its first version. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { MAX_YUAN } from '../contracts/limits.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { fenFromYuan } from '../contracts/units.ts';
import { NOBODY } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { priceBoard } from './board.ts';
import { PER_GRAM, type BoardLine } from './contract.ts';

const SETTING = 'sell_gold_prices';
/** 足金=780.00 or 18K金 750=560.00 */
const ENTRY = /^([^=]{1,60})=\s*(\d{1,7}(?:\.\d{1,2})?)$/;
const CONTENT = /^(.+) (\d+(?:\.\d+)?)$/;

const lineOf = (entry: string): Omit<BoardLine, 'sort'>[] => {
  const [, said = '', price = ''] = ENTRY.exec(entry) ?? [];
  const words = said.trim().replaceAll(/\s+/g, ' ');
  const yuan = Number(price);
  if (words === '' || yuan === 0 || yuan > MAX_YUAN) return [];
  const [, name = words, goldContent = ''] = CONTENT.exec(words) ?? [];
  return [{ name, goldContent, costFen: 0, priceFen: fenFromYuan(yuan), measureUnit: PER_GRAM }];
};
/** What the setting quotes; entries that cannot be read quoted nothing. */
export const linesOfSetting = (value: string): readonly BoardLine[] =>
  value
    .replaceAll('＝', '=')
    .split(/[；;\n]/)
    .flatMap((entry) => lineOf(entry.trim()))
    .map((line, index) => ({ sort: index + 1, ...line }));

type Deps = {
  readonly board: Pick<ReturnType<typeof priceBoard>, 'load' | 'quote'>;
  readonly master: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'forget'>;
  readonly clock: () => Date;
};
const Value = z.object({ value: z.string() });

/** Idempotent: the board is quoted only while it is empty, and the setting goes once that is done. */
export const adoptSetting = async ({ board, master, lookup, clock }: Deps): Promise<void> => {
  const value = await master.maybeOneFirst(
    sql.type(Value)`SELECT config_value AS value FROM master.config WHERE config_key = ${SETTING}`,
  );
  if (value === null) return;
  const details = linesOfSetting(value);
  const { state } = await board.load();
  if (state.version === 0 && details.length > 0) {
    const user = { ...NOBODY, username: '系统', nickName: '系统' };
    const actor = { user, now: clock(), key: SETTING, requestId: SETTING };
    const quotation = { adPicture: '', backgroundPicture: '', remark: '', validFrom: null, details };
    const done = await board.quote(quotation, actor, 'none');
    // Another process was faster; its version stands.
    if (isRefusal(done) && done.kind !== 'stale') throw new Error(`the board took no first version: ${done.message}`);
  }
  await master.query(sql.unsafe`DELETE FROM master.config WHERE config_key = ${SETTING}`);
  lookup.forget();
};
