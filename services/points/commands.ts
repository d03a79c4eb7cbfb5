/** What documents and people ask of a customer's points. */
import type { PointsHolder, PostedLine } from './events.ts';
import type { Data } from './state.ts';

export type Sums = { readonly earned: number; readonly spent: number; readonly takenBack: number };
/** Between two records of one person; `mergeId` names the merge. */
type Move = { readonly otherId: number; readonly mergeId: number; readonly doing: 'merge' | 'part' };
export type PointsCommand = { readonly customerId: number } & (
  | ({ readonly type: 'HoldPoints'; readonly key: string; readonly replaces: string | null } & Sums & {
        readonly holder: PointsHolder;
      })
  | { readonly type: 'ReleasePoints'; readonly key: string }
  | {
      readonly type: 'PostPoints';
      readonly key: string;
      readonly document: Data<'PointsPosted'>['document'];
      readonly lines: readonly PostedLine[];
    }
  | {
      readonly type: 'ClaimPoints';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holder: PointsHolder;
    }
  | { readonly type: 'ReleasePointsClaim'; readonly claimKey: string; readonly postedKey: string }
  | {
      readonly type: 'ReversePoints';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holdKey: string;
      readonly document: Data<'PointsPosted'>['document'];
    }
  | { readonly type: 'CorrectPoints'; readonly points: number; readonly reason: string }
  /** `points` null: all there are. */
  | (Move & { readonly type: 'HandOverPoints'; readonly points: number | null })
  | (Move & { readonly type: 'TakeOverPoints'; readonly points: number })
);
export type CommandOf<Type extends PointsCommand['type']> = Extract<PointsCommand, { type: Type }>;

/** What lines come to, by what they are for. */
export const sumsOf = (lines: readonly PostedLine[]): Sums => {
  const sum = (purpose: PostedLine['purpose']): number =>
    lines.reduce((total, line) => total + (line.purpose === purpose ? Math.abs(line.points) : 0), 0);
  return { earned: sum('earn'), spent: sum('spend'), takenBack: sum('take-back') };
};
export const netOf = ({ earned, spent, takenBack }: Sums): number => earned - spent - takenBack;
