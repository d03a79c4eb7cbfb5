/** What is said of rows of an uploaded table that cannot be: all of it is refused, each wrong cell named. */
import { refuse, type Refusal, type RefusalKind } from '../../contracts/refusal.ts';

/** One place of the table that is wrong; `field` is the heading as people read it. */
export type RowProblem = { readonly row: number; readonly field: string; readonly message: string };
/** So many are listed; whoever has more mends these first. */
export const MAX_SHOWN_PROBLEMS = 200;

type RefusalCode = { readonly code: string; readonly kind?: RefusalKind };
/** The refused cells (≤ {@link MAX_SHOWN_PROBLEMS}) and the number of rows and cells that are wrong. */
export const refuseRows = (problems: readonly RowProblem[], { code, kind = 'invalid' }: RefusalCode): Refusal => {
  const rows = new Set(problems.map(({ row }) => row)).size;
  const shown = problems.length > MAX_SHOWN_PROBLEMS ? `，以下为前${MAX_SHOWN_PROBLEMS}处` : '';
  const [first] = problems;
  const where = first === undefined ? '' : `：第${first.row}行“${first.field}”${first.message}`;
  const message = `导入失败，共${rows}行、${problems.length}处有误${shown}${where}`;
  return refuse(kind, code, message, { data: problems.slice(0, MAX_SHOWN_PROBLEMS) });
};
