/** What a setting that was sent is stored as: masks stand for what is there, secrets are sealed (R59, R114). */
import type { FieldProblem } from '../../contracts/envelope.ts';
import { SECRET_FIELD, STORAGE_KEY, storageOf } from '../../contracts/storage.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isSealed, unsealed, withSealedSecret } from '../../platform/storage/sealed.ts';
import { settingProblems, unmasked } from '../contract.ts';

export type Sent = { readonly key: string; readonly value: string; readonly stored: string };

export const keptValue = ({ key, value, stored }: Sent, secrets: Secrets): string => {
  const { value: meant, kept } = unmasked(key, value, stored);
  return key === STORAGE_KEY && !kept ? withSealedSecret(meant, secrets) : meant;
};

/** A secret that stays as it is must still be one that this house can open. */
const isLost = (key: string, value: string, secrets: Secrets): boolean => {
  const storage = key === STORAGE_KEY ? storageOf(value) : null;
  if (storage === null || !storage.IsOxs || !isSealed(storage.AccessKeySecret)) return false;
  return unsealed(storage.AccessKeySecret, secrets) === null;
};
export const keptProblems = ({ key, value, stored }: Sent, secrets: Secrets): readonly FieldProblem[] => {
  const { value: meant, kept } = unmasked(key, value, stored);
  if (kept && isLost(key, meant, secrets))
    return [{ path: SECRET_FIELD, message: '原来的密钥已无法读取，请重新输入密钥' }];
  return settingProblems(key, meant);
};
