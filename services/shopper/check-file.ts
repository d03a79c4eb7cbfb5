/** The file by which the messaging app proves whose domain it is: of the one name that is set, and of no other. */
import { isCheckFile, isCheckText } from '../contracts/shopper-app.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';

/** null: there is none of that name. */
export const checkFileText = async (lookup: Pick<MasterLookup, 'setting'>, name: string): Promise<string | null> => {
  if (!isCheckFile(name) || (await lookup.setting('wx_check_file'))?.trim() !== name) return null;
  const text = (await lookup.setting('wx_check_text'))?.trim() ?? '';
  return isCheckText(text) ? text : null;
};
