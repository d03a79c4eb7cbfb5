/** A setting that is a secret as a whole (AppSecret): sealed with the house's key under its own name, empty as it is. */
import type { Secrets } from './secrets.ts';

const SEALED = 'sealed:';
const holderOf = (key: string): string => `setting/${key}`;
export const sealedSetting = (key: string, value: string, secrets: Secrets): string =>
  value === '' ? '' : `${SEALED}${secrets.seal(value, holderOf(key))}`;
/** null: the key of this house is another than the one it was sealed with; '' stays ''. */
export const openSetting = (key: string, stored: string, secrets: Secrets): string | null => {
  if (stored === '') return '';
  return stored.startsWith(SEALED) ? secrets.open(stored.slice(SEALED.length), holderOf(key)) : null;
};
