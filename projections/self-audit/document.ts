/** A document as its events leave it, folded here for itself: no read model has a part in it. */
import type { DOCUMENT_FACTS, EffectOutcome } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';

export type Version<Header, Line> = { readonly header: Header; readonly lines: readonly Line[] };
type Data<Header, Line> = {
  readonly header: Header;
  readonly offset: number;
  readonly lines: readonly Line[];
  readonly outcomes?: readonly EffectOutcome[];
};

/** What of a version only its posting could tell. */
type OutcomeFold<Header, Line> = (
  version: Version<Header, Line>,
  outcomes: readonly EffectOutcome[],
) => Version<Header, Line>;

export class FoldedDocument<Header, Line> {
  /** What stands; null before the first version is accepted, and once it is refused or deleted. */
  version: Version<Header, Line> | null = null;
  audited = false;
  readonly #name: string;
  readonly #posted: OutcomeFold<Header, Line>;
  #lines: readonly Line[] = [];
  #header: Header | undefined;

  constructor(name: string, posted: OutcomeFold<Header, Line> = (version) => version) {
    this.#name = name;
    this.#posted = posted;
  }

  add(event: Recorded): void {
    const data = event.data as unknown as Data<Header, Line>;
    switch (event.type.slice(this.#name.length) as (typeof DOCUMENT_FACTS)[number]) {
      case 'LinesWritten':
        this.#lines = [...this.#lines.slice(0, data.offset), ...data.lines];
        return;
      case 'Submitted':
      case 'RevisionProposed':
        this.#header = data.header;
        return;
      case 'Opened':
      case 'Revised':
        return this.#accept();
      case 'RevisionRefused':
        return this.#forget();
      case 'Refused':
      case 'Deleted':
        this.version = null;
        return this.#forget();
      case 'Audited':
        this.audited = true;
        return;
      case 'Reopened':
        this.audited = false;
        return;
      case 'Posted':
        return this.#post(data.outcomes ?? []);
      default:
    }
  }

  #accept(): void {
    if (this.#header !== undefined) this.version = { header: this.#header, lines: this.#lines };
    this.audited = false;
    this.#forget();
  }
  #forget(): void {
    this.#lines = [];
    this.#header = undefined;
  }
  #post(outcomes: readonly EffectOutcome[]): void {
    if (this.version !== null) this.version = this.#posted(this.version, outcomes);
  }
}
