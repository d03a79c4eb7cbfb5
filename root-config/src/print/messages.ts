/** What the local print service says (S0§7). Whatever else comes is no message: rubbish must never stop a till. Pure. */
import { MAX_GRAMS, cut } from 'services/contracts/limits';

const MAX_MESSAGE = 10_000;

export type ServiceMessage =
  /** Without a job: whatever is under way on this connection is printed. */
  | { readonly kind: 'printed'; readonly job: string | null }
  | { readonly kind: 'refused'; readonly job: string | null; readonly message: string }
  | { readonly kind: 'weight'; readonly mg: number };

const WEIGHT = /^[+]?\s*(\d{1,6}(?:\.\d{1,4})?)\s*(g|克|mg|毫克|ct|克拉)?$/i;
const MG: Readonly<Record<string, number>> = { g: 1000, 克: 1000, mg: 1, 毫克: 1, ct: 200, 克拉: 200 };
const weightOf = (text: string): ServiceMessage | null => {
  const [, figure, unit = 'g'] = WEIGHT.exec(text) ?? [];
  if (figure === undefined) return null;
  const mg = Math.round(Number(figure) * (MG[unit.toLowerCase()] ?? 0));
  return mg > 0 && mg <= MAX_GRAMS * 1000 ? { kind: 'weight', mg } : null;
};
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
type MessageBody = Readonly<Record<string, unknown>>;
const isParts = (value: unknown): value is MessageBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const jobOf = ({ jobId }: MessageBody): string | null => (typeof jobId === 'string' && jobId !== '' ? jobId : null);

const fromParts = (parts: MessageBody): ServiceMessage | null => {
  switch (parts['type']) {
    case 'printSuccess':
      return { kind: 'printed', job: jobOf(parts) };
    case 'printError':
      return { kind: 'refused', job: jobOf(parts), message: cut(textOf(parts['message']), 100) };
    case 'weight':
      // A pan that still swings says so.
      return parts['stable'] === false ? null : weightOf(`${textOf(parts['weight'])}${textOf(parts['unit'])}`);
    default:
      return null;
  }
};
/** @returns null for what is no message of a print service. */
export const readMessage = (data: unknown): ServiceMessage | null => {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return null;
  const text = data.trim();
  if (text === 'printSuccess') return { kind: 'printed', job: null };
  const weight = weightOf(text);
  if (weight !== null || !text.startsWith('{')) return weight;
  try {
    const parts: unknown = JSON.parse(text);
    return isParts(parts) ? fromParts(parts) : null;
  } catch {
    return null;
  }
};
