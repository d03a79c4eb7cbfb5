/** Every scheme has a name, its rule, what must come of it, and the play itself, which answers its last call. */
import type { Reply } from '../../support/app.ts';
import type { Insiders, Person } from './house.ts';

export type Outcome =
  /** No word opens it: status, and a piece of what is said. */
  | { readonly refused: number; readonly says: string }
  /** Rules that it needs a word for. */
  | { readonly asks: readonly string[] }
  /** It goes through, and a fact of that kind names whoever did it. */
  | { readonly row: string; readonly of: Person };
export type Scheme = {
  readonly name: string;
  readonly rule: `R${number}`;
  readonly comes: Outcome;
  readonly play: (house: Insiders) => Promise<Reply>;
};
export const refused = (status: number, says: string): Outcome => ({ refused: status, says });
export const asks = (...rules: readonly string[]): Outcome => ({ asks: rules });
export const row = (kind: string, of: Person = 'clerk'): Outcome => ({ row: kind, of });
