/** What the audit of a count asks a word for, what it lacks, and what is noted of it (R135, R148). */
import { documentNo } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { gramsFromMg, mulDiv } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { Action, Judged, JudgedDocument, Saver } from '../documents/desk-rules.ts';
import { LOSS_LIMIT, lossLimitBp, lotNo } from '../old-material/contract.ts';
import { differenceOf, type MaterialCheckHeader, type MaterialCheckLine } from './contract.ts';
import { MOST_NAMED } from './live-checks.ts';
import { materialCheckManifest } from './manifest.ts';

export type CountRules = {
  readonly lookup: Pick<MasterLookup, 'setting'>;
  readonly unweighed: (of: {
    readonly shopId: number;
    readonly fineness: string;
    readonly openedAt: string;
    readonly lotIds: readonly number[];
  }) => Promise<readonly number[]>;
  readonly otherCount: (scope: {
    readonly shopId: number;
    readonly fineness: string;
    readonly but: number | null;
  }) => Promise<number | null>;
};
type WeighedLine = Pick<MaterialCheckLine, 'lotId' | 'fineness' | 'bookMg' | 'weighedMg'>;
const BP = 10_000;
const grams = (mg: number): string => gramsFromMg(mg).toFixed(3);
const nameOf = ({ lotId, fineness }: WeighedLine): string => `${lotNo(lotId)} ${fineness}`;

/** A word for a lot that differs by more than the limit (rounded up to whole mg), whichever way: one lot's gain pays no other's loss. */
export const countAsks = (lines: readonly WeighedLine[], limitBp: number): readonly WordAsk[] =>
  lines.flatMap((line, index) => {
    const { lotId, bookMg, weighedMg } = line;
    const difference = differenceOf(line);
    const by = Math.abs(difference);
    const limitMg = Math.ceil((bookMg * limitBp) / BP);
    if (by <= limitMg) return [];
    const share = (mulDiv([by, BP], Math.max(1, bookMg)) / 100).toFixed(2);
    const word = difference < 0 ? '盘亏' : '盘盈';
    return [
      {
        path: `lotList.${index}.weighed`,
        rule: 'material-counted',
        message: `${nameOf(line)} ${word}${grams(by)}克（${share}%），最多${grams(limitMg)}克`,
        value: gramsFromMg(by),
        limit: gramsFromMg(limitMg),
        binds: [lotId, bookMg, weighedMg],
      },
    ];
  });

type JudgedCheck = Pick<JudgedDocument<MaterialCheckHeader, MaterialCheckLine>, 'id' | 'header' | 'lines'>;
/** What lacks, with whoever weighed the most of it; null: nothing lacks. */
export const lossNote = (
  { id, header: { shopId }, lines }: JudgedCheck,
  { verb, by }: { readonly verb: string; readonly by: string },
): ExceptionNote | null => {
  const short = lines
    .filter((line) => differenceOf(line) < 0)
    .toSorted((one, other) => differenceOf(one) - differenceOf(other));
  const [most] = short;
  if (most === undefined) return null;
  const documentNoOf = documentNo(materialCheckManifest.kind, id);
  const named = short
    .filter((_, place) => place < MOST_NAMED)
    .map((line) => `${nameOf(line)}少${grams(-differenceOf(line))}克`);
  const more = short.length > named.length ? `等${short.length}批` : '';
  const weighers = [...new Set(short.map(({ weigher }) => weigher.name))].join('、');
  const what = `旧料盘点${documentNoOf}：${named.join('，')}${more}；称重${weighers}，${verb}${by}`;
  return { kind: 'material-loss', shopId, documentNo: documentNoOf, second: most.weigher, what };
};

/** Every lot is weighed before the count counts, and no other count of the same lots waits. */
const whyNotAudited = async (rules: CountRules, { id, header, lines }: JudgedCheck): Promise<Refusal | null> => {
  const left = await rules.unweighed({ ...header, lotIds: lines.map(({ lotId }) => lotId) });
  if (left.length > 0) {
    const named = left
      .filter((_, place) => place < MOST_NAMED)
      .map(lotNo)
      .join('、');
    const more = left.length > MOST_NAMED ? '等' : '';
    return refuse('conflict', 'material_check.unweighed', `还有旧料没有称重：${named}${more}`);
  }
  const other = await rules.otherCount({ ...header, but: id });
  if (other === null) return null;
  const no = documentNo(materialCheckManifest.kind, other);
  return refuse('conflict', 'material_check.open', `${no}也在盘点同样的旧料，请先删除其中一张`);
};

const VERBS: Readonly<Record<Exclude<Action, 'reverse'>, string>> = { audit: '审核', remove: '删除' };
export const judgeCount =
  (rules: CountRules) =>
  async (
    action: Action,
    counted: JudgedDocument<MaterialCheckHeader, MaterialCheckLine>,
    { user }: Saver,
  ): Promise<Judged | Refusal> => {
    if (action === 'reverse') return {};
    const note = lossNote(counted, { verb: VERBS[action], by: user.nickName });
    const exceptions = note === null ? [] : [note];
    if (action === 'remove') return { exceptions };
    const refused = await whyNotAudited(rules, counted);
    if (isRefusal(refused)) return refused;
    const limit = await rules.lookup.setting(LOSS_LIMIT);
    return { asks: countAsks(counted.lines, lossLimitBp(limit)), exceptions };
  };
