/** Devices that users have signed in with: a signed cookie names the device, a row who signed in there. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { signingKey } from './signing-key.ts';

export const DEVICE_COOKIE = 'jewel_device';
const KEPT_DAYS = 400;

export type Devices = {
  /** The device of a cookie, when this user has signed in with it before; null for all others. */
  readonly knownTo: (userId: number, cookie: string | undefined) => Promise<string | null>;
  /** Remembers that this user signed in; answers the Set-Cookie that names the device from now on. */
  readonly remember: (userId: number, cookie: string | undefined, now: Date) => Promise<string>;
};

const signatureOf = (device: string, key: Buffer): Buffer => createHmac('sha256', key).update(device).digest();
/** The id in a cookie that this house signed; null for every other text. */
const signedDevice = (cookie: string | undefined, key: Buffer): string | null => {
  const [device = '', signature = ''] = (cookie ?? '').split('.');
  if (!z.uuid().safeParse(device).success) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(device, key);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? device : null;
};

/** `secure`: a proxy terminates TLS, the browser sends the cookie nowhere else. */
export const createDevices = (db: DatabasePool, secure: boolean): Devices => {
  const key = signingKey(db, 'device');
  return {
    knownTo: async (userId, cookie) => {
      if (cookie === undefined) return null;
      const device = signedDevice(cookie, await key());
      if (device === null) return null;
      return db.maybeOneFirst(sql.type(z.object({ device: z.string() }))`
        SELECT device_id AS device FROM master.known_device WHERE device_id = ${device} AND user_id = ${userId}`);
    },
    remember: async (userId, cookie, now) => {
      const signedBy = await key();
      const device = signedDevice(cookie, signedBy) ?? randomUUID();
      await db.query(sql.unsafe`
        INSERT INTO master.known_device (device_id, user_id, last_at) VALUES (${device}, ${userId}, ${now.toISOString()})
        ON CONFLICT (device_id, user_id) DO UPDATE SET last_at = excluded.last_at`);
      const value = `${device}.${signatureOf(device, signedBy).toString('base64url')}`;
      const age = KEPT_DAYS * 24 * 3600;
      return `${DEVICE_COOKIE}=${value}; Path=/api/v1; Max-Age=${age}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    },
  };
};
