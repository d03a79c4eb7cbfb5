/** The log as it is being written: the last lines of each level, and whoever listens (R123). */
import { cut } from '../../contracts/limits.ts';
import { masked, type Log, type LogFields } from '../base/log.ts';
import { withoutPrivateText } from '../base/plain-text.ts';

export const LEVELS = ['info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];
const rankOf = (level: Level): number => LEVELS.indexOf(level);
/** Whether a line of `level` is among those from `least` upwards. */
export const isAtLeast = (level: Level, least: Level): boolean => rankOf(level) >= rankOf(least);

/** `text` is one line `HH:mm:ss.SSS LEVEL message`, the shops' time; `isOfJob`: written by a run of a job. */
export type LogLine = { readonly level: Level; readonly text: string; readonly isOfJob: boolean };

const KEPT = 200;
const MAX_LINE = 2_000;
const OFFSET_MS = 8 * 3_600_000;
/** `18:30:00.123` in the shops. */
const clockOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(11, 23);

/** One line of a frame, whatever the message holds. */
export const lineOf = (level: Level, message: string, at = new Date()): string =>
  cut(`${clockOf(at)} ${level.toUpperCase()} ${message.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ↵ ')}`, MAX_LINE);

const errorOf = (value: unknown): unknown => (value instanceof Error ? `${value.name}: ${value.message}` : value);
const withFields = (message: string, fields: LogFields): string => {
  const said = Object.entries(fields).map(([name, value]) => [name, errorOf(value)] as const);
  if (said.length === 0) return message;
  return `${message} ${JSON.stringify(masked(Object.fromEntries(said)))}`;
};

export class LogTail {
  /** By the least level: an error is not pushed out by what is said all day. */
  readonly #last: Readonly<Record<Level, LogLine[]>> = { info: [], warn: [], error: [] };
  readonly #heard = new Set<(line: LogLine) => void>();

  /** The same log, heard here too, whatever level is written elsewhere. */
  tap(log: Log): Log {
    const heard =
      (level: Level): Log['info'] =>
      (message, fields = {}) => {
        log[level](message, fields);
        this.#hear(level, message, fields);
      };
    return { info: heard('info'), warn: heard('warn'), error: heard('error') };
  }

  /** The last 200 from `least` upwards, oldest first. */
  last(least: Level): readonly LogLine[] {
    return [...this.#last[least]];
  }

  /** Answers how to stop listening. */
  listen(heard: (line: LogLine) => void): () => void {
    this.#heard.add(heard);
    return () => void this.#heard.delete(heard);
  }

  #hear(level: Level, message: string, fields: LogFields): void {
    const text = lineOf(level, withFields(withoutPrivateText(message), fields));
    const line = { level, text, isOfJob: 'job' in fields };
    for (const least of LEVELS) {
      if (!isAtLeast(level, least)) continue;
      const kept = this.#last[least];
      kept.push(line);
      if (kept.length > KEPT) kept.shift();
    }
    for (const heard of this.#heard) heard(line);
  }
}
