/** Fineness names a stock of its own, so it is one of the dictionary's. Pure. */
import type { FieldProblem } from '../contracts/envelope.ts';

/** Lines whose fineness nobody knows; `standing`: what lines had already may stay. */
export const unknownFineness = (
  path: string,
  sent: readonly { readonly fineness: string }[],
  {
    known,
    standing,
  }: { readonly known: readonly string[]; readonly standing: readonly { readonly fineness: string }[] },
): FieldProblem[] => {
  const allowed = new Set([...known, ...standing.map(({ fineness }) => fineness)]);
  return sent.flatMap(({ fineness }, index) =>
    allowed.has(fineness) ? [] : [{ path: `${path}.${index}.fineness`, message: '成色不存在' }],
  );
};
