/** Judges one kind of document that others see (R142): its edits, its deletion, and taking its audit back. */
import { documentNo, type LineKey } from '../contracts/document.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { Action, Judged, JudgedDocument, Previous, Saver } from './desk-rules.ts';
import {
  differences,
  judgeChange,
  judgeRemoval,
  type ChangeVerdict,
  type Facts,
  type Places,
  type Witnesses,
} from './witnessed.ts';

type Content<Header, Line> = { readonly header: Header; readonly lines: readonly Line[] };
export type WitnessedKind<Header, Line extends LineKey> = {
  readonly manifest: Pick<DocumentManifest, 'kind' | 'print'>;
  readonly stream: (id: number) => string;
  readonly factsOf: (content: Content<Header, Line>) => Facts;
  readonly places: Places;
};
type Edit<Header, Line extends LineKey> = {
  readonly before: Previous<Header, Line> | null;
  readonly after: Content<Header, Line>;
};

const NONE: ChangeVerdict = { asks: [], notes: [] };
export const judgesOf = <Header extends { readonly shopId: number }, Line extends LineKey>({
  manifest: { kind, print },
  stream,
  factsOf,
  places,
}: WitnessedKind<Header, Line>) => {
  const seenOf = (witnesses: Witnesses, id: number) => witnesses({ id, stream: stream(id), paper: print?.kind ?? '' });
  return {
    /** A new document has been seen by nobody. */
    judgeEdit: async (
      witnesses: Witnesses,
      { before, after }: Edit<Header, Line>,
      { user, now }: Saver,
    ): Promise<ChangeVerdict> => {
      if (before === null) return NONE;
      const [was, is] = [factsOf(before), factsOf(after)];
      const found = differences(was, is, places);
      // Who saw it is asked only where it matters: the answer waits for three read models.
      if (found.length === 0) return NONE;
      return judgeChange({
        witnessed: await seenOf(witnesses, before.id),
        found,
        before: was,
        after: is,
        by: { userId: user.id, now },
        shopId: before.header.shopId,
        documentNo: documentNo(kind, before.id),
      });
    },
    /** Auditing asks nothing. */
    judgeAction:
      (witnesses: Witnesses) =>
      async (action: Action, { id, header, lines }: JudgedDocument<Header, Line>): Promise<Judged> => {
        if (action === 'audit') return {};
        const witnessed = await seenOf(witnesses, id);
        const { paidFen } = factsOf({ header, lines });
        const removal = { witnessed, shopId: header.shopId, documentNo: documentNo(kind, id), paidFen, action };
        const { asks, notes } = judgeRemoval(removal);
        return { asks, exceptions: notes };
      },
  };
};
