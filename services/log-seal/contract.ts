/** 日志封印: a digest over all events so far, signed every hour; whoever has one on paper can tell later that none changed. */
import { z } from 'zod';
import { Paging, pageOf } from '../contracts/envelope.ts';

export const SEAL_PATH = '/log-seal';
export const SEAL_KEY = 'admin:logSeal:list';
export const SEAL_RUN_KEY = 'admin:logSeal:run';
export const SealQuery = z.object({ ...Paging });

/** `count` events up to `position` in the log; `digest` is the seal's own, which paper shows. */
export const SealRow = z.object({
  no: z.int(),
  at: z.string(),
  position: z.int(),
  count: z.int(),
  /** Of these, since the seal before. */
  added: z.int(),
  digest: z.string(),
  /** As it was signed (Ed25519), a line a fact, and the signature in base64. */
  text: z.string(),
  signature: z.string(),
});
export type SealRow = z.infer<typeof SealRow>;
export const SealPage = pageOf(SealRow);
export const sealList = { path: SEAL_PATH, row: SealRow, query: SealQuery } as const;

/** SPKI in PEM; its fingerprint is the SHA-256 of it in DER, in hex. */
export const SealKey = z.object({ publicKey: z.string(), fingerprint: z.string() });
export type SealKey = z.infer<typeof SealKey>;

export const CHECK_STATES = { running: '正在校验', agreed: '全部相符', damaged: '不符', failed: '未完成' } as const;
export type CheckState = keyof typeof CHECK_STATES;
/** One reckoning of the whole log against its seals. Moments are ISO 8601, '' until then; `done` of `total` sealed events. */
export const SealCheck = z.object({
  id: z.int(),
  by: z.string(),
  askedAt: z.string(),
  endedAt: z.string(),
  state: z.enum(Object.keys(CHECK_STATES) as [CheckState, ...CheckState[]]),
  done: z.int(),
  total: z.int(),
  result: z.string(),
});
export type SealCheck = z.infer<typeof SealCheck>;
/** The newest first. */
export const SealChecks = z.object({ list: z.array(SealCheck) });
