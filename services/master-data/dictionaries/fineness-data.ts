/** Finenesses in their dictionary (R133): installations of before get metal and content, and what is written there makes sense. */
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { FINENESS_DICTIONARY, FinenessData, SEEDED_FINENESSES, finenessOf } from '../../contracts/fineness.ts';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { CHAIN_ONLY, isOfChain } from '../../contracts/user.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import type { RowChange } from '../resource.ts';

const VALUES = [...SEEDED_FINENESSES].map(([name, made]) => `('${name}', '${JSON.stringify(made)}')`).join(',\n  ');
/** Those that are as they were delivered; what somebody wrote there stays. */
export const FINENESSES_SQL = `UPDATE master.dict_data AS d SET expand_data = v.made FROM (VALUES
  ${VALUES}
) AS v (name, made)
WHERE d.dict_type = '${FINENESS_DICTIONARY}' AND d.dict_value = v.name AND d.expand_data = '';`;

/** The price of old gold hangs on it: metal and content, or nothing at all. */
export const refuseFineness = (dictType: string, expandData: string | undefined): Refusal | null => {
  if (dictType !== FINENESS_DICTIONARY || expandData === undefined || expandData === '') return null;
  const { success, error } = FinenessData.safeParse(JSON.parse(expandData));
  if (success) return null;
  const issue = error.issues[0];
  const message = issue?.path.length === 1 ? issue.message : '成色应有金属和含量';
  return refuse('invalid', 'dict.fineness', message, { fields: [{ path: 'expandData', message }] });
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isFineness = (row: MasterRow | null): row is MasterRow => row?.['dict_type'] === FINENESS_DICTIONARY;
/** 金 750‰; null: nobody says what it is made of. */
const madeOf = (row: MasterRow | null): string | null => {
  const made = isFineness(row) ? finenessOf(text(row['expand_data'])) : null;
  return made === null ? null : `${made.metal}${made.content}‰`;
};
/** What the whole chain pays for old gold hangs on it: it is written without a lock on shops (R146). */
export const refuseContent = ({ before, after }: RowChange, { user }: Pick<Actor, 'user'>): Refusal | null =>
  madeOf(before) === madeOf(after) || isOfChain(user) ? null : CHAIN_ONLY;

/** What an owner reads of a fineness whose metal or content was changed; null: neither was. */
export const contentSaid = ({ before, after }: RowChange): string | null => {
  const [was, is] = [madeOf(before), madeOf(after)];
  if (was === is) return null;
  const name = String((after ?? before)?.['dict_value']);
  return `成色“${name}”的含量由${was ?? '未填'}改为${is ?? (after === null ? '已删除' : '未填')}`;
};
/** A limit like any other: old gold is bounded by it (R133, R148). */
export const noteContent =
  (exceptions: ExceptionDesk) =>
  async (change: RowChange, by: Actor): Promise<void> => {
    const what = contentSaid(change);
    if (what !== null) await exceptions.note({ kind: 'limit-changed', shopId: null, what }, by);
  };
