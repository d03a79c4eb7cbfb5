/** Text that no store keeps as it is: NUL, and halves of characters. Refused at the door, for every route alike. */
import type { FieldProblem } from '../../contracts/envelope.ts';

const MESSAGE = '含有不能保存的字符';
const MAX_PROBLEMS = 20;

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);

/** The texts (and names of properties) in `input` that cannot be stored, at most 20; nesting of any depth. */
export const unstorable = (input: unknown): readonly FieldProblem[] => {
  const problems: FieldProblem[] = [];
  const waiting: (readonly [path: string, value: unknown])[] = [['', input]];
  for (let next = waiting.pop(); next !== undefined && problems.length < MAX_PROBLEMS; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isStorable(value)) problems.push({ path, message: MESSAGE });
    if (!isPlain(value)) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) problems.push({ path, message: MESSAGE });
      waiting.push([path === '' ? name : `${path}.${name}`, inner]);
    }
  }
  return problems;
};
