/** Every shape of a document's events that was ever written must read for ever; one test per golden file. */
import type { LineKey } from '../contracts/document.ts';
import { expect, test } from 'vitest';
import { goldenName, goldensIn, type Golden } from '../platform/testing/goldens.ts';
import { documentDecider, type DocumentEvent } from './decider.ts';
import type { DocumentSpec } from './spec.ts';

const meta = {
  key: 'k1',
  correlationId: 'k1',
  causationId: 'r1',
  userId: 7,
  userName: '张三',
  shopId: 1,
  at: '2026-11-10T10:00:00.000+08:00',
  schema: 1,
};

type Asked = { readonly custodian: string; readonly id: string | undefined; readonly quantity: number | undefined };
const ofPiece = ({ barcode, quantity }: { readonly barcode?: string; readonly quantity?: number }): Asked => ({
  custodian: 'piece',
  id: barcode,
  quantity,
});
type AskedBy<Line extends LineKey> = {
  readonly parsed: (golden: Golden) => DocumentEvent;
  readonly askedOf: (line: Line) => Asked;
};
const testAsked = <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  goldens: readonly Golden[],
  { parsed, askedOf }: AskedBy<Line>,
): void => {
  const called = (what: string) => goldens.filter(({ name }) => name.startsWith(`${spec.name}${what}.`));
  const [lines] = called('LinesWritten').map(parsed);
  test.each([...called('Submitted'), ...called('RevisionProposed')])('$name says what it asks of whom', (golden) => {
    const { evolve, initial } = documentDecider(spec);
    const proposal = parsed(golden);
    const { version } = proposal.data;
    if (lines === undefined) throw new Error('no golden lines');
    const written = { ...lines, data: { ...lines.data, version } };
    const { draft } = [written, proposal].reduce(evolve, initial);
    const [line] = lines.data['lines'] as readonly Line[];
    if (line === undefined) throw new Error('no golden line');
    const { custodian, id, quantity } = askedOf(line);
    const tail = golden.stored.schema === 1 ? '0' : `${custodian}/${id}`;
    expect(draft?.proposed?.effects).toMatchObject([
      {
        key: `${spec.kind}-10007/v${version}/${tail}`,
        custodian,
        id,
        legs: [{ lineId: '0', quantity }],
      },
    ]);
  });
};
/** `folder` holds `<Type>.v<schema>[.<variant>].json`, all of document 10007. `askedOf`: what its first line asks of whom. */
export const testDocumentGoldens = <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  types: readonly string[],
  folder: URL,
  askedOf: (line: Line) => Asked = (line) => ofPiece(line as { readonly barcode?: string }),
): void => {
  // The stock that a kind keeps may have its events in the same folder.
  const goldens = goldensIn(folder).filter(({ stored }) => stored.type.startsWith(spec.name));
  const parsed = ({ today: { type, data } }: Golden) =>
    spec.parse({ type, data, id: 'e1', meta, stream: spec.stream(10_007), revision: 0, position: 0 });
  test.each(goldens)('$name reads', ({ name, stored, today: { type, data, schema } }) => {
    expect(name).toMatch(goldenName(stored));
    const fact = parsed({ name, stored, today: { type, data, schema } });
    expect(fact).toEqual({ type, data, meta });
    const { evolve, initial } = documentDecider(spec);
    expect(evolve(initial, fact).id).toBe(10_007);
  });
  testAsked(spec, goldens, { parsed, askedOf });
  test('every event type has a golden file', () => {
    const covered = new Set(goldens.map(({ stored }) => stored.type));
    expect([...covered].toSorted()).toEqual(types.toSorted());
  });
};
