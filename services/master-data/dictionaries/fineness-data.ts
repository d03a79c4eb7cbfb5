/** Finenesses in their dictionary (R133): installations of before get metal and content, and what is written there makes sense. */
import { FINENESS_DICTIONARY, FinenessData, SEEDED_FINENESSES } from '../../contracts/fineness.ts';
import { refuse, type Refusal } from '../../contracts/refusal.ts';

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
