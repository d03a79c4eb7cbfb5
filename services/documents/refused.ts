/** What custodians refused, as the answer to the command that led there. */
import type { LineProblem } from '../contracts/document.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { UserCommand } from './decider.ts';
import type { DocumentSpec } from './spec.ts';

/** What stands against a reversal may lie in another shop: who is limited to shops hears that it is held, not by whom. */
const blockersFor = (problems: readonly LineProblem[], user: SessionUser | undefined): readonly LineProblem[] =>
  user === undefined || user.lockShops.length === 0
    ? problems
    : problems.map((one) => (one.code === 'goods.held' ? { ...one, message: '此首饰已被占用' } : one));

/** As screens are told of it: lines by their place. */
const shownProblem = ({ lineId, id, code, message }: LineProblem) => ({
  line: Number(lineId),
  barcode: id,
  code,
  message,
});

/** `found` has one problem at least. */
export const effectsRefused = <Header, Line>(
  spec: DocumentSpec<Header, Line>,
  command: UserCommand<Header, Line>['type'],
  found: readonly LineProblem[],
  user?: SessionUser,
): Refusal => {
  const problems = command === 'Reverse' ? blockersFor(found, user) : found;
  const [first] = problems;
  const more = problems.length > 1 ? `（共${problems.length}件）` : '';
  const said = `${first?.id ?? ''}：${first?.message ?? ''}${more}`;
  const shown = problems.map(shownProblem);
  if (command === 'Reverse') {
    return refuse('conflict', 'document.reversal_blocked', `不能反审核，${said}`, { data: { blockers: shown } });
  }
  return refuse('conflict', first?.code ?? 'document.refused', said, {
    fields: shown.map(({ line, message }) => ({ path: `${spec.linesPath}.${line}.barcode`, message })),
    data: { problems: shown },
  });
};
