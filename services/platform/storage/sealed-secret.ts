/** The secret of the object storage, sealed inside its setting (R59, R114): whoever reads the database reads no key. */
import { SECRET_FIELD, STORAGE_KEY, storageOf } from '../../contracts/storage.ts';
import type { Secrets } from '../secrets/secrets.ts';

const SEALED = 'sealed:';
export const isSealed = (secret: string): boolean => secret.startsWith(SEALED);
export const sealed = (secret: string, secrets: Secrets): string => `${SEALED}${secrets.seal(secret, STORAGE_KEY)}`;
/** null: the key of this house is another than the one it was sealed with. */
export const unsealed = (secret: string, secrets: Secrets): string | null =>
  secrets.open(secret.replace(SEALED, ''), STORAGE_KEY);

/** The setting with its secret sealed, whatever the secret looks like; a setting without one as it is. */
export const withSealedSecret = (setting: string, secrets: Secrets): string => {
  const secret = storageOf(setting)?.AccessKeySecret ?? '';
  if (secret === '') return setting;
  return JSON.stringify({ ...(JSON.parse(setting) as object), [SECRET_FIELD]: sealed(secret, secrets) });
};
