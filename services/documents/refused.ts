/** What custodians refused, as the answer to the command that led there. */
import type { LineKey } from '../contracts/document.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { PlacedProblem, UserCommand } from './decider.ts';
import { fieldOfLine, listOf } from './lines.ts';
import type { DocumentSpec } from './spec.ts';

const NAMES_HOLDER: ReadonlySet<string> = new Set(['goods.held', 'goods.waits']);
/** What stands against a reversal may lie in another shop: who is limited to shops hears that it is held, not by whom. */
const blockersFor = (problems: readonly PlacedProblem[], user: SessionUser | undefined): readonly PlacedProblem[] =>
  user === undefined || user.lockShops.length === 0
    ? problems
    : problems.map((one) => (NAMES_HOLDER.has(one.code) ? { ...one, message: '此首饰已被占用' } : one));

/**
 * What people call a thing: those that a shop or a customer has of its own carry that number in front. Null where it is
 * a number alone, as a customer's points are.
 */
const shownId = ({ custodian, id }: PlacedProblem): string | null => {
  if (custodian === 'piece') return id;
  const name = id.replace(/^\d+(?:-|$)/, '');
  return name === '' ? null : name;
};
/** As screens are told of it: lines by their list and their place there. */
const shownProblem = (problem: PlacedProblem) => {
  const { list, line, code, message } = problem;
  const barcode = shownId(problem);
  return { list, line, ...(barcode !== null && { barcode }), code, message };
};
const inWords = (problem: PlacedProblem): string =>
  [shownId(problem), problem.message].filter((part) => part !== null).join('：');

type RefusedTry = {
  /** One at least. */
  readonly problems: readonly PlacedProblem[];
  /** Where what it had taken is let go again: no answer after this one shows it as held (R169). */
  readonly position: number;
};
export const effectsRefused = <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  command: UserCommand<Header, Line>['type'],
  { problems: found, position }: RefusedTry,
  user?: SessionUser,
): Refusal => {
  // Nothing of it was written, where it was to be written together.
  const settled = position >= 0 && { settled: { position } };
  const problems = command === 'Reverse' ? blockersFor(found, user) : found;
  const [first] = problems;
  const more = problems.length > 1 ? `（共${problems.length}件）` : '';
  const said = `${first === undefined ? '' : inWords(first)}${more}`;
  const shown = problems.map(shownProblem);
  if (command === 'Reverse') {
    return refuse('conflict', 'document.reversal_blocked', `不能反审核，${said}`, {
      data: { blockers: shown },
      ...settled,
    });
  }
  const fields = shown.map(({ list, line, message }) => {
    return { path: fieldOfLine(listOf(spec.lists, list), line), message };
  });
  // Whoever reads data alone finds the fields there, too.
  return refuse('conflict', first?.code ?? 'document.refused', said, {
    fields,
    data: { problems: shown, fields },
    ...settled,
  });
};
