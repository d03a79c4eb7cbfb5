/** age (age-encryption.org) around an archive: by passphrase or to recipients, streamed; any age program opens it. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import { JobFailed } from '../jobs/job-function.ts';

export const AGE_ENDING = '.age';
/** What opens an encrypted archive; age identities (AGE-SECRET-KEY-1…) or the passphrase. */
export type Opener = { readonly passphrase?: string | undefined; readonly identities?: readonly string[] };
/** What closes it: a passphrase, or recipients (age1…). */
export type Closer = { readonly passphrase?: string | undefined; readonly recipients?: readonly string[] };

const NOTHING_GIVEN = '备份已加密：请用 --identity 文件或环境变量 BACKUP_PASSPHRASE 给出私钥或口令';
/** Of an archive that is encrypted, and nothing given opens it. */
export class LockedArchive extends Error {
  constructor(given: Opener, options?: ErrorOptions) {
    const some = given.passphrase !== undefined || (given.identities ?? []).length > 0;
    super(some ? '备份已加密，所给的口令或私钥打不开' : NOTHING_GIVEN, options);
    this.name = 'LockedArchive';
  }
}

/** Loaded by the first archive: 1 MB of curves and ciphers. */
const loaded = () => import('age-encryption');
const viaWeb = async (
  source: Readable,
  change: (bytes: ReadableStream<Uint8Array>) => Promise<unknown>,
): Promise<Readable> =>
  Readable.fromWeb((await change(Readable.toWeb(source) as ReadableStream<Uint8Array>)) as ReadableStream);

const added = (age: Encrypter, recipient: string): void => {
  try {
    age.addRecipient(recipient);
  } catch (cause) {
    throw new JobFailed(`加密的公钥不对：${recipient}，应为 age-keygen 给出的 age1…`, { cause });
  }
};
/**
 * Encrypts to the recipients and to one identity more that is made here, by which whoever wrote the archive can open it once
 * again and check it; it is kept nowhere. `source` is opened once the recipients are known to be some.
 */
export const closed = async (source: () => Readable, { passphrase, recipients = [] }: Closer) => {
  const { Encrypter, generateIdentity, identityToRecipient } = await loaded();
  const age = new Encrypter();
  if (passphrase !== undefined) age.setPassphrase(passphrase);
  const identity = passphrase === undefined ? await generateIdentity() : null;
  if (identity !== null)
    for (const recipient of [...recipients, await identityToRecipient(identity)]) added(age, recipient);
  const opener: Opener = identity === null ? { passphrase } : { identities: [identity] };
  return { stream: await viaWeb(source(), (bytes) => age.encrypt(bytes as never)), opener };
};

/** @throws {LockedArchive} */
export const opened = async (source: Readable, given: Opener): Promise<Readable> => {
  const { passphrase, identities = [] } = given;
  const { Decrypter } = await loaded();
  const age = new Decrypter();
  try {
    if (passphrase !== undefined) age.addPassphrase(passphrase);
    for (const identity of identities) age.addIdentity(identity);
    return await viaWeb(source, (bytes) => age.decrypt(bytes as never));
  } catch (cause) {
    throw new LockedArchive(given, { cause });
  }
};
