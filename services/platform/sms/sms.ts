/** Messages to telephones by the provider that the installation names (R113). */
import { setTimeout as pause } from 'node:timers/promises';
import { aliyun } from './aliyun.ts';
import type { LoginMessage, SmsCall, SmsMessage, SmsProvider, SmsSettings } from './provider.ts';
import { tencent } from './tencent.ts';

/** @throws {SmsAway} when the provider does not answer or does not take it. */
export type SmsSender = (message: SmsMessage) => Promise<void>;

/** `reason` is for administrators: what the provider said. */
export class SmsAway extends Error {
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super('message was not sent', options);
    this.name = 'SmsAway';
    this.reason = reason;
  }
}

const PROVIDERS: Readonly<Record<SmsSettings['provider'], SmsProvider>> = { aliyun, tencent };
/** A console waits ten seconds. */
const TIMEOUT_MS = 8_000;

const asked = async (provider: SmsProvider, { url, headers, body }: SmsCall): Promise<string | null> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    return provider.problemOf(await response.json());
  } catch (cause) {
    throw new SmsAway(signal.aborted ? '短信服务没有应答' : '短信服务无法连接', { cause });
  }
};
export const smsSender = (settings: SmsSettings): SmsSender => {
  const provider = PROVIDERS[settings.provider];
  return async (message) => {
    const url = new URL(settings.endpoint ?? provider.endpoint);
    const call = provider.call(settings, message, { url, now: new Date(), nonce: crypto.randomUUID() });
    const problem = await asked(provider, call);
    if (problem !== null) throw new SmsAway(problem);
  };
};

const AWAY_FOR_MS = 60_000;
/**
 * Whom nothing is sent (null) learns nothing from it: he waits as long as the last message took, and is told of a provider
 * that is away like everybody else.
 */
export const evenly = (send: SmsSender, now = () => performance.now()) => {
  let tookMs = 0;
  let failed: { readonly at: number; readonly error: unknown } | null = null;
  return async (message: LoginMessage | null): Promise<void> => {
    const began = now();
    if (message === null) {
      await pause(tookMs);
      if (failed !== null && now() - failed.at < AWAY_FOR_MS) throw failed.error;
      return;
    }
    try {
      await send(message);
      failed = null;
    } catch (error) {
      failed = { at: now(), error };
      throw error;
    } finally {
      tookMs = now() - began;
    }
  };
};
