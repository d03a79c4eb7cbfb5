/**
 * Pictures in an object storage (R59, R60, R106): where new ones go is asked of the settings for each of them; where an
 * old one lies is known by the settings that stored it.
 */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { STORAGE_KEY, storageOf, storageProblems, type Storage } from '../../contracts/storage.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { Bucket, bucketUrl, type Access } from './bucket.ts';
import { unsealed } from './sealed-secret.ts';

export type StorageDeps = {
  readonly db: DatabasePool;
  /** A setting as it was saved last, by whichever process. */
  readonly setting: (key: string) => Promise<string | null>;
  readonly secrets: Secrets;
  /** Addresses of settings go through it. */
  readonly call: Outbound;
  readonly log: Log;
};
/** A picture and its thumbnail, encoded. */
export type PictureBytes = { readonly full: Uint8Array; readonly thumb: Uint8Array };
type Key = 'full' | 'thumb';
/** Where a browser finds it, and for how many seconds it may remember that. */
export type PictureAddress = { readonly url: string; readonly seconds: number };
/** `key-lost`: its secret was sealed with another key; with that, and while something is missing, pictures stay here. */
export type StorageState = 'off' | 'on' | 'incomplete' | 'key-lost';

const NAME = /^[\da-f]{32}\.webp$/;
const SIGNED_SECONDS = 300;
/** A signed address that a browser remembers must still open when it is used. */
const REMEMBERED_SECONDS = 240;
const FRONT_SECONDS = 3_600;
/** How long a storage that another process used first may be unknown to the policy of pages. */
const FRESH_MS = 1_000;
const keyOf = (name: string, which: Key): string => (which === 'full' ? name : `thumb/${name}`);

const StorageOrigin = z.object({
  Endpoint: z.string(),
  BucketName: z.string(),
  FrontUrl: z.string(),
  AccessKeyID: z.string(),
  AccessKeySecret: z.string(),
});
type StorageOrigin = z.infer<typeof StorageOrigin>;
const Origin = StorageOrigin.pick({ Endpoint: true, BucketName: true, FrontUrl: true });
const isSamePlace = (one: StorageOrigin, other: Storage): boolean =>
  one.Endpoint === other.Endpoint && one.BucketName === other.BucketName;
const originOf = ({ FrontUrl, ...place }: z.infer<typeof Origin>): string =>
  FrontUrl === '' ? bucketUrl(place).origin : new URL(FrontUrl).origin;

export class ObjectStorage {
  readonly #deps: StorageDeps;
  #origins: readonly string[] = [];
  #originsUntil = 0;

  constructor(deps: StorageDeps) {
    this.#deps = deps;
  }

  async #storage(): Promise<Storage | null> {
    return storageOf(await this.#deps.setting(STORAGE_KEY));
  }

  /** With the secret in clear; null when this house cannot open it. */
  #opened<Sealed extends Access>(sealed: Sealed): Sealed | null {
    const secret = unsealed(sealed.AccessKeySecret, this.#deps.secrets);
    return secret === null ? null : { ...sealed, AccessKeySecret: secret };
  }

  async state(): Promise<StorageState> {
    const storage = await this.#storage();
    if (storage === null || !storage.IsOxs) return 'off';
    if (storageProblems(storage).length > 0) return 'incomplete';
    return this.#opened(storage) === null ? 'key-lost' : 'on';
  }

  /** Whether new pictures go there. */
  async isOn(): Promise<boolean> {
    return (await this.state()) === 'on';
  }

  /**
   * Both pictures or none of them.
   * @throws {StorageFailed} when the storage does not take them; what it took of them is removed again.
   */
  async keep(name: string, picture: PictureBytes, userId: number): Promise<void> {
    const storage = await this.#storage();
    const access = storage === null ? null : this.#opened(storage);
    if (storage === null || access === null) throw new TypeError('The storage is off');
    const bucket = new Bucket(access, this.#deps.call);
    const puts = (['thumb', 'full'] as const).map((which) => bucket.put(keyOf(name, which), picture[which]));
    const results = await Promise.allSettled(puts);
    try {
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      await this.#remember(name, storage, userId);
      this.#originsUntil = 0;
    } catch (error) {
      // Not waited for: a storage that hangs would hang once more.
      void this.#sweep(bucket, name);
      throw error;
    }
  }

  /** Removes a picture that nothing names yet. */
  async forget(name: string): Promise<void> {
    const place = await this.#placeOf(name);
    await this.#deps.db.query(sql.unsafe`DELETE FROM master.upload WHERE name = ${name}`);
    const access = place === null ? null : this.#opened(place);
    if (access !== null) await this.#sweep(new Bucket(access, this.#deps.call), name);
  }

  async #sweep(bucket: Bucket, name: string): Promise<void> {
    for (const which of ['full', 'thumb'] as const)
      await bucket
        .remove(keyOf(name, which))
        .catch((error: unknown) => this.#deps.log.warn('a picture is left in the object storage', { name, error }));
  }

  async #remember(name: string, storage: Storage, userId: number): Promise<void> {
    const { Endpoint, BucketName, FrontUrl, AccessKeyID, AccessKeySecret } = storage;
    await this.#deps.db.query(sql.unsafe`
      WITH place AS (
        INSERT INTO master.storage (endpoint, bucket, front_url, access_key_id, sealed_secret)
        VALUES (${Endpoint}, ${BucketName}, ${FrontUrl}, ${AccessKeyID}, ${AccessKeySecret})
        ON CONFLICT (endpoint, bucket, front_url, access_key_id) DO UPDATE SET sealed_secret = excluded.sealed_secret
        RETURNING id)
      INSERT INTO master.upload (name, storage_id, user_id) SELECT ${name}, id, ${userId} FROM place`);
  }

  /** The settings that stored it; the keys are today's where they are of the same bucket, for keys are renewed. */
  async #placeOf(name: string): Promise<StorageOrigin | null> {
    if (!NAME.test(name)) return null;
    const place = await this.#deps.db.maybeOne(sql.type(StorageOrigin)`
      SELECT s.endpoint AS "Endpoint", s.bucket AS "BucketName", s.front_url AS "FrontUrl",
        s.access_key_id AS "AccessKeyID", s.sealed_secret AS "AccessKeySecret"
      FROM master.upload u JOIN master.storage s ON s.id = u.storage_id WHERE u.name = ${name}`);
    const today = place === null ? null : await this.#storage();
    if (place === null || today === null || !isSamePlace(place, today) || this.#opened(today) === null) return place;
    return { ...place, AccessKeyID: today.AccessKeyID, AccessKeySecret: today.AccessKeySecret };
  }

  /** null when no storage took such a picture, or the key to it is lost. */
  async find(name: string, which: Key): Promise<PictureAddress | null> {
    const place = await this.#placeOf(name);
    if (place === null) return null;
    const key = keyOf(name, which);
    if (place.FrontUrl !== '') return { url: `${place.FrontUrl.replace(/\/$/, '')}/${key}`, seconds: FRONT_SECONDS };
    const access = this.#opened(place);
    if (access === null) return null;
    return { url: await new Bucket(access, this.#deps.call).signed(key, SIGNED_SECONDS), seconds: REMEMBERED_SECONDS };
  }

  /**
   * The picture itself, for pages that may not load from elsewhere (print sheets); null as of {@link find}.
   * @throws {StorageFailed}
   */
  async read(name: string, which: Key): Promise<Buffer | null> {
    const place = await this.#placeOf(name);
    const access = place === null ? null : this.#opened(place);
    return access === null ? null : new Bucket(access, this.#deps.call).get(keyOf(name, which));
  }

  /** Where pages load pictures from, beside this server: their policy must name it. As it was while the database is away. */
  async origins(): Promise<readonly string[]> {
    if (this.#originsUntil > performance.now()) return this.#origins;
    this.#originsUntil = performance.now() + FRESH_MS;
    try {
      const stored = await this.#deps.db.any(sql.type(Origin)`
        SELECT endpoint AS "Endpoint", bucket AS "BucketName", front_url AS "FrontUrl" FROM master.storage`);
      this.#origins = [...new Set(stored.map(originOf))].toSorted();
    } catch (error) {
      this.#deps.log.warn('origins of pictures could not be read', { error });
    }
    return this.#origins;
  }
}
