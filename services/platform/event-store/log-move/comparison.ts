/** Two logs event by event: which events of the one the other has, and the first that differs. */
import { namedPositions } from '../moved-positions.ts';
import type { EventStore, Position, Recorded } from '../port.ts';
import { Cursor } from './cursor.ts';

/** The target is no true beginning of the source. */
export class LogsDiffer extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'LogsDiffer';
  }
}

const PARTS = [
  ['stream', '流'],
  ['revision', '版本'],
  ['id', '编号'],
  ['type', '类型'],
] as const;
type Texts = { readonly data: string; readonly meta: string };
const textsOf = ({ data, meta }: Recorded): Texts => ({ data: JSON.stringify(data), meta: JSON.stringify(meta) });
const named = ({ position, stream, revision, type, id }: Recorded): string =>
  `位置 ${position}（${stream} 第 ${revision} 版，${type}，${id}）`;
/** To the letter: also the order of what an object says. */
const differenceOf = (source: Recorded, target: Recorded, texts: Texts): string | null => {
  const part = PARTS.find(([name]) => source[name] !== target[name]);
  if (part !== undefined) return part[1];
  const other = textsOf(target);
  if (texts.data !== other.data) return '内容';
  return texts.meta === other.meta ? null : '附注';
};

/** An event that names positions of the source. */
export type Naming = { readonly id: string; readonly positions: readonly Position[] };
type Pair = readonly [source: Position, target: Position];
export type ComparedLogs = {
  readonly source: EventStore;
  readonly target: EventStore;
  /** Where the events came to lie, some at a time and in order. */
  readonly onPairs: (pairs: readonly Pair[]) => Promise<void>;
  readonly onProgress: (at: { readonly events: number; readonly source: Position }) => void;
};
const AT_ONCE = 10_000;

/** Goes on from where it ended, each time up to the ends that are told. */
export class Comparison {
  readonly #logs: ComparedLogs;
  /** Of the last event that both have. */
  source: Position = -1;
  target: Position = -1;
  events = 0;
  readonly naming: Naming[] = [];
  #pairs: Pair[] = [];

  constructor(logs: ComparedLogs) {
    this.#logs = logs;
  }

  /**
   * Answers whether the target has all of the source up to there; what it has beyond is told by `beyond`, and is a difference without it.
   * @throws {LogsDiffer} naming the first event that is not the same.
   */
  async run(
    ends: { readonly source: Position; readonly target: Position },
    { beyond = false } = {},
  ): Promise<{ readonly whole: boolean; readonly beyond: boolean }> {
    const source = new Cursor(this.#logs.source, { after: this.source, until: ends.source });
    const target = new Cursor(this.#logs.target, { after: this.target, until: ends.target });
    try {
      for (;;) {
        const there = await target.next();
        const here = await source.next();
        if (here === null && there !== null && !beyond)
          throw new LogsDiffer(`目标多出来源没有的事件，第一个在${named(there)}`);
        if (here === null || there === null) return { whole: here === null, beyond: there !== null };
        this.#same(here, there);
        if (this.#pairs.length >= AT_ONCE) await this.#told();
      }
    } finally {
      await Promise.all([source.close(), target.close()]);
      await this.#told();
    }
  }

  #same(here: Recorded, there: Recorded): void {
    const texts = textsOf(here);
    const difference = differenceOf(here, there, texts);
    if (difference !== null)
      throw new LogsDiffer(
        `第 ${this.events + 1} 个事件的${difference}不同：来源在${named(here)}，目标在${named(there)}`,
      );
    const positions = namedPositions(here, texts.data);
    if (positions.length > 0) this.naming.push({ id: here.id, positions });
    this.#pairs.push([here.position, there.position]);
    [this.source, this.target] = [here.position, there.position];
    this.events += 1;
  }

  async #told(): Promise<void> {
    const pairs = this.#pairs;
    this.#pairs = [];
    if (pairs.length > 0) await this.#logs.onPairs(pairs);
    this.#logs.onProgress(this);
  }
}
