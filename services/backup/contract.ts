/** 备份: archives of the house as the page shows them, and as a file beside each says it. */
import { z } from 'zod';
import { Paging, pageOf } from '../contracts/envelope.ts';
import { patternText, rawText } from '../contracts/values.ts';

export const BACKUP_PATH = '/backup';
export const BACKUP_KEY = 'admin:backup';
export const BACKUP_NAME = /^backup-\d{8}-\d{6}\.ndjson\.gz(?:\.age)?$/;
export const BackupQuery = z.object({ ...Paging });
export const BackupNamed = z.object({ name: patternText(BACKUP_NAME, '备份名称不正确') });

/** Who takes an archive away proves once more who he is: the password, or the code where he has a second factor. */
export const BackupTicketBody = BackupNamed.extend({
  password: rawText(200, { long: '密码过长' })
    .nullish()
    .transform((text) => text ?? ''),
  code: rawText(20)
    .nullish()
    .transform((text) => (text ?? '').trim()),
});
/** Opens the download once, within `seconds`. */
export const BackupTicket = z.object({ ticket: z.string(), seconds: z.int(), fileName: z.string() });
export type BackupTicket = z.infer<typeof BackupTicket>;
export const BackupTaken = z.object({ ticket: rawText(100) });

/**
 * What is known of an archive besides its size: `at` its moment, `checkedAt` when it was opened again and counted (ISO 8601, ''
 * where that never happened), `events` up to `position` behind `after`, `rows` of master data, `pictures` files, `sha256` of its
 * manifest.
 */
export const BackupFacts = z.object({
  at: z.string(),
  checkedAt: z.string(),
  after: z.int(),
  position: z.int(),
  events: z.int(),
  rows: z.int(),
  pictures: z.int(),
  sha256: z.string(),
});
export type BackupFacts = z.infer<typeof BackupFacts>;
/** `size` in bytes. */
export const BackupRow = BackupFacts.extend({ name: z.string(), size: z.int(), encrypted: z.boolean() });
export type BackupRow = z.infer<typeof BackupRow>;
export const BackupPage = pageOf(BackupRow);
export const backupList = { path: BACKUP_PATH, row: BackupRow, query: BackupQuery } as const;

/**
 * `ageHours` of the newest archive, null without one; `running`: one that was asked for by button; `said`: what that said last, or
 * why it failed (`failed`).
 */
export const BackupState = z.object({
  ageHours: z.int().nullable(),
  running: z.boolean(),
  failed: z.boolean(),
  said: z.string(),
});
export type BackupState = z.infer<typeof BackupState>;
