/** What a kind of document tells the desk: its rules, who may touch it, what an action asks a word for. */
import type { z } from 'zod';
import type { ClosedDays } from '../contracts/closed-day.ts';
import type { LineKey } from '../contracts/document.ts';
import type { ExceptionDesk, ExceptionNote } from '../contracts/exception.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { WordAsk, WordAuthor, WordDesk } from '../contracts/word.ts';
import type { Documents } from './documents.ts';
import type { StandingLines } from './lines.ts';
import type { OpeningsDesk } from './openings.ts';
import type { Dating, EditDays } from './rights.ts';
import type { DocumentState } from './state.ts';
import type { TwoPeopleDeps } from './two-people.ts';

export type Prepared<Header, Line extends LineKey> = {
  readonly header: Header;
  readonly lines: readonly Line[];
  /** Something to look at once more, said with the success. */
  readonly warning?: string;
  /** What an owner would want to see of it (R148), noted when it is saved. */
  readonly exceptions?: readonly ExceptionNote[];
};
export type Previous<Header, Line extends LineKey> = Prepared<Header, Line> &
  StandingLines<Line> & {
    readonly id: number;
    /** Whoever made it, and whoever changed it last. */
    readonly people?: readonly number[];
  };
/** Who saves, from where, and which document: its id is known before it is new, its revision while it stands. */
export type Saver = WordAuthor & Dating & { readonly documentId?: number; readonly revision?: number };
/** What an action asks a word for (R131), and what is noted once it is done (R148). */
export type Judged = {
  readonly asks?: readonly WordAsk[];
  readonly exceptions?: readonly ExceptionNote[];
};
/** The document that an action is judged for. */
export type JudgedDocument<Header, Line extends LineKey> = {
  readonly id: number;
  readonly header: Header;
  readonly lines: readonly Line[];
  /** Stands as this kind's own facts left it. */
  readonly state: DocumentState<Header, Line>;
  readonly revision: number;
};
export type Action = 'remove' | 'audit' | 'reverse';
/** What is done to a document that exists already; `audit` stands for 反审核 too. */
export type Touch = 'edit' | 'remove' | 'audit';

export type DocumentDesk<Header, Line extends LineKey, Body extends z.ZodType> = {
  readonly documents: Documents<Header, Line>;
  /** Its address, keys and label. */
  readonly manifest: DocumentManifest;
  readonly body: Body;
  /** Rules of the slice: the body becomes header and lines. `previous` is what stands; null for a new document. */
  readonly prepare: (
    body: z.output<Body>,
    previous: Previous<Header, Line> | null,
    by: Saver,
  ) => Promise<Prepared<Header, Line> | Refusal>;
  /** Default: by right. */
  readonly editDays?: EditDays;
  /** Default: on any day. */
  readonly removeDays?: 'same-day';
  /** R13: null when the user may do that to the document; absent: whoever has its shop. */
  readonly access?: (header: Header, touch: Touch, by: Actor) => Refusal | null;
  /** Stock rows for a posting, one per line, or none where no line makes one; absent where postings never make rows. */
  readonly rowIds?: (lines: readonly Line[]) => Promise<readonly number[]> | readonly number[];
  /** Nobody audits it: what is saved is posted with it (R79). */
  readonly postsAtSave?: true;
  /** What it opens when it is audited. */
  readonly openings: OpeningsDesk<Header, Line>;
  /** What an action asks a word for; absent: nothing. */
  readonly judge?: (action: Action, document: JudgedDocument<Header, Line>, by: Saver) => Promise<Judged | Refusal>;
  /** Who may audit what he made himself. */
  readonly twoPeople: TwoPeopleDeps;
  readonly words: WordDesk;
  /** Absent: no day is ever closed. */
  readonly closedDays?: ClosedDays;
  readonly exceptions: ExceptionDesk;
};
