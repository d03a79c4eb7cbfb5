/** What a setting that was sent is stored as: masks stand for what is there, secrets are sealed (R59, R114). */
import type { FieldProblem } from '../../contracts/envelope.ts';
import { endpointUrl, SECRET_FIELD, STORAGE_KEY, storageOf } from '../../contracts/storage.ts';
import { addressProblem } from '../../platform/outbound/addresses.ts';
import { WRITE_ONLY_SETTINGS } from '../../contracts/secret-settings.ts';
import { sealedSetting } from '../../platform/secrets/sealed-setting.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { isSealed, unsealed, withSealedSecret } from '../../platform/storage/sealed-secret.ts';
import { settingProblems, unmasked } from '../contract.ts';

export type SentSetting = { readonly key: string; readonly value: string; readonly stored: string };

export const keptValue = ({ key, value, stored }: SentSetting, secrets: Secrets): string => {
  const { value: meant, kept } = unmasked(key, value, stored);
  if (WRITE_ONLY_SETTINGS.has(key) && !kept) return sealedSetting(key, meant, secrets);
  return key === STORAGE_KEY && !kept ? withSealedSecret(meant, secrets) : meant;
};

/** A secret that stays as it is must still be one that this house can open. */
const isLost = (key: string, value: string, secrets: Secrets): boolean => {
  const storage = key === STORAGE_KEY ? storageOf(value) : null;
  if (storage === null || !storage.IsOxs || !isSealed(storage.AccessKeySecret)) return false;
  return unsealed(storage.AccessKeySecret, secrets) === null;
};
/** Addresses that the house calls itself, by what people call them. */
const CALLED: Readonly<Record<string, string>> = { jewel_price_url: '行情源地址', wx_token_url: '微信令牌网址' };
const aboutAddress = (path: string, label: string, text: string, hosts: readonly string[]): readonly FieldProblem[] => {
  const problem = text === '' ? null : addressProblem(text, hosts);
  return problem === null ? [] : [{ path, message: `${label}${problem}` }];
};
/** Where the house itself would go: what an address says of itself is told when it is saved (R146). */
const addressProblems = (key: string, value: string, hosts: readonly string[]): readonly FieldProblem[] => {
  const label = CALLED[key];
  if (label !== undefined) return aboutAddress('', label, value, hosts);
  const storage = key === STORAGE_KEY ? storageOf(value) : null;
  if (storage === null || !storage.IsOxs) return [];
  return [
    ...aboutAddress('Endpoint', '对象存储网址', endpointUrl(storage.Endpoint)?.href ?? '', hosts),
    ...aboutAddress('FrontUrl', '访问网址', storage.FrontUrl, hosts),
  ];
};
export type Keeping = { readonly secrets: Secrets; readonly hosts: readonly string[] };
/** Of a new or another value, or of one that stays. */
export const keptProblems = (
  { key, value, stored }: SentSetting,
  { secrets, hosts }: Keeping,
): readonly FieldProblem[] => {
  const { value: meant, kept } = unmasked(key, value, stored);
  if (kept && isLost(key, meant, secrets))
    return [{ path: SECRET_FIELD, message: '原来的密钥已无法读取，请重新输入密钥' }];
  const problems = kept && WRITE_ONLY_SETTINGS.has(key) ? [] : settingProblems(key, meant);
  // What stands there already may stay, and is told where it is used.
  return problems.length > 0 || meant === stored ? problems : addressProblems(key, meant, hosts);
};
