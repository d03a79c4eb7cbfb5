/** A check while people count: its lines part by part, then what others scanned, asked for again and again. */
import { CheckChanges, ShownLine } from 'projections/stock-checks/contract';
import { client, messageOf } from 'root-config/api';
import type { LineModel } from 'root-config/ui';
import { z } from 'zod';
import { recounted, type Line } from './check-lines.ts';

/** Small first part, so that something stands there at once. */
const FIRST_PART = 500;
const PART = 10_000;
/** One question waits this long for news; it is asked again at once. */
const WAIT_MS = 2_000;
/** After a failure, and while nobody looks at the page. */
const AGAIN_MS = 700;
const Lines = z.array(ShownLine);
/** More new codes at once than are asked for one by one. */
const FEW = 5;

export type FeedState = {
  readonly loading: boolean;
  readonly failure: string | null;
  readonly notFound: CheckChanges['notFound'];
  readonly audited: boolean;
  readonly finished: boolean;
  /** A blind count goes on: the books are not told. */
  readonly hidden: boolean;
};
export const NOTHING: FeedState = {
  loading: false,
  failure: null,
  notFound: [],
  audited: false,
  finished: false,
  hidden: false,
};
type Watch = (state: FeedState) => void;

const shownAs = ({ round, finished, auditFlag, hidden }: CheckChanges): string =>
  `${round}/${finished}/${auditFlag}/${hidden}`;

export class CheckFeed {
  readonly #id: number;
  readonly #asOf: string | undefined;
  readonly #model: LineModel<Line>;
  readonly #watch: Watch;
  #stop = new AbortController();
  #state: FeedState = { ...NOTHING, loading: true };
  /** Round, end and blindness of the lines that are shown: with another one they are read anew. */
  #shown: string | null = null;
  #position: number | undefined;
  #mark: string | undefined;
  #asking: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `asOf` (ISO 8601): what had been counted by then. */
  constructor(
    { id, asOf }: { readonly id: number; readonly asOf: string | undefined },
    model: LineModel<Line>,
    watch: Watch,
  ) {
    this.#id = id;
    this.#asOf = asOf;
    this.#model = model;
    this.#watch = watch;
  }

  /** Loads, and goes on asking unless the check is only looked at. */
  async start(follows: boolean): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    await this.reload();
    if (follows && !stop.signal.aborted) this.#again(stop.signal);
  }
  stop(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  /** Everything anew: after a reset, or to hear what happened to the differences meanwhile. */
  async reload(): Promise<void> {
    const { signal } = this.#stop;
    this.#say({ loading: true, failure: null });
    try {
      // Where the counts stand comes first: what is counted while the lines load is asked for afterwards.
      const now = await this.#changes({});
      this.#shown = shownAs(now);
      this.#position = now.position;
      this.#model.replace([]);
      for (let after = '', limit = FIRST_PART; ; limit = PART) {
        const query = { checkId: this.#id, after, limit, asOf: this.#asOf };
        const part = Lines.parse(await client.get('/biz-check-detail/list', query, { signal }));
        if (signal.aborted) return;
        this.#model.replace([...this.#model.lines, ...part]);
        const last = part.at(-1);
        if (part.length < limit || last === undefined) break;
        after = last.barcode;
      }
      this.#say({ loading: false });
    } catch (error) {
      if (!signal.aborted) this.#say({ loading: false, failure: messageOf(error) });
    }
  }

  /** What was counted since; those who ask at the same moment share one question asked after theirs. */
  async follow(): Promise<void> {
    await this.#asking;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    // A part on its way may be older than the news; what is counted while lines load is asked for afterwards.
    if (this.#state.loading) return;
    await this.#take(await this.#changes({ after: this.#position }));
  }

  async #take(news: CheckChanges): Promise<void> {
    if (shownAs(news) !== this.#shown) return this.reload();
    // A question that waited may come back after one that did not: all it says has been heard by then.
    if (news.position < (this.#position ?? -1)) return undefined;
    // Who counts blind has no list: what was counted is all there is of it.
    const fresh = news.lines.filter(({ barcode }) => !this.#model.has(barcode));
    if (fresh.length > FEW) return this.reload();
    const added = await Promise.all(fresh.map(({ barcode }) => this.#line(barcode)));
    this.#position = Math.max(news.position, this.#position ?? -1);
    this.#model.together(() => {
      const lines = added.flat().filter(({ barcode }) => !this.#model.has(barcode));
      if (lines.length > 0) this.#model.replace([...this.#model.lines, ...lines]);
      for (const { barcode, ...count } of news.lines) {
        const line = this.#model.get(barcode);
        if (line !== undefined && line.edited !== true) this.#model.update(barcode, recounted(line, count));
      }
    });
  }

  async #line(barcode: string): Promise<readonly Line[]> {
    const query = { checkId: this.#id, barcode, limit: 1, asOf: this.#asOf };
    return Lines.parse(await client.get('/biz-check-detail/list', query, { signal: this.#stop.signal }));
  }

  async #changes(query: {
    readonly after?: number | undefined;
    readonly mark?: string | undefined;
    readonly wait?: number;
  }): Promise<CheckChanges> {
    const answer = await client.get(
      `/biz-check/${this.#id}/changes`,
      { ...query, asOf: this.#asOf },
      { signal: this.#stop.signal },
    );
    const news = CheckChanges.parse(answer);
    this.#mark = news.mark;
    const { notFound, auditFlag, finished, hidden } = news;
    this.#say({ notFound, audited: auditFlag === 2, finished, hidden });
    return news;
  }

  #again(stop: AbortSignal): void {
    if (stop.aborted) return;
    // A moment without the network is no news; the next question goes on from the same position.
    const resting = document.hidden || this.#state.loading;
    const asked = resting ? Promise.resolve(false) : this.#waitForNews().catch(() => false);
    void asked.then((answered) => {
      if (answered) this.#again(stop);
      else this.#timer = setTimeout(() => this.#again(stop), AGAIN_MS);
    });
  }

  /** The house answers when somebody counted, at the latest after {@link WAIT_MS}. */
  async #waitForNews(): Promise<boolean> {
    const news = await this.#changes({ after: this.#position, mark: this.#mark, wait: WAIT_MS });
    if (!this.#state.loading) await this.#take(news);
    return true;
  }

  #say(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#stop.signal.aborted) this.#watch(this.#state);
  }
}
