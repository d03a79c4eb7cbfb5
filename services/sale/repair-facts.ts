/** Rules of repair steps (R49, R90): forward only, skipping allowed, the same step again corrects. Pure. */
import same from 'fast-deep-equal';
import type { LineKey } from '../contracts/document.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Doing, OwnFacts } from '../documents/own-facts.ts';
import { CLEAN_LIST, type SaleCleanLine } from './clean-line.ts';
import { REPAIR_EVENT, REPAIR_WORDS, repairRank, type RepairStep, type RepairStepTaken } from './repair.ts';

/** Steps by the id of their line, in their order; a line without steps is left out. */
export type RepairSteps = ReadonlyMap<string, readonly RepairStepTaken[]>;
export type RepairCommand = RepairStepTaken & { readonly lineId: string };

const isCleanLine = (line: LineKey): line is SaleCleanLine => line.list === CLEAN_LIST;
/** The steps of a line beyond 已收件: those taken, or that it was fetched at once. */
const stepsOf = (line: SaleCleanLine, own: RepairSteps): readonly RepairStepTaken[] => {
  const taken = own.get(line.lineId);
  if (taken !== undefined) return taken;
  return line.takenOn === null ? [] : [{ step: 'fetched', on: line.takenOn, by: line.takenBy, remark: '' }];
};
const stepOf = (line: SaleCleanLine, own: RepairSteps): RepairStep => stepsOf(line, own).at(-1)?.step ?? 'received';

const backwards = (from: RepairStep, to: RepairStep): Refusal =>
  refuse('conflict', 'repair.backwards', `${REPAIR_WORDS[from]}，不能退回${REPAIR_WORDS[to]}`);
const tooEarly = (of: RepairStep, day: string): Refusal =>
  refuseField('repair.day', 'at', `日期不能早于${REPAIR_WORDS[of]}日期 ${day}`);

type LineContext = { readonly lines: readonly LineKey[]; readonly soldOn: string };
const decideStep = (
  { lineId, ...taken }: RepairCommand,
  own: RepairSteps,
  { lines, soldOn }: LineContext,
): Refusal | readonly { readonly type: string; readonly data: object }[] => {
  const line = lines.filter(isCleanLine).find((one) => one.lineId === lineId);
  if (line === undefined) return refuse('not-found', 'repair.unknown', '维修单不存在');
  const steps = stepsOf(line, own);
  const last = steps.at(-1);
  const now = last?.step ?? 'received';
  if (repairRank(taken.step) < repairRank(now)) return backwards(now, taken.step);
  if (last !== undefined && same(last, taken)) return [];
  const before = steps.filter(({ step }) => step !== taken.step).at(-1) ?? { step: 'received' as const, on: soldOn };
  if (taken.on < before.on) return tooEarly(before.step, before.on);
  return [{ type: REPAIR_EVENT, data: { lineId, ...taken } }];
};

const DOING: Readonly<Partial<Record<Doing, string>>> = { Delete: '删除', Revise: '修改' };
type Changing = { readonly doing: string; readonly proposed: readonly SaleCleanLine[] };
/** Why one line stays as it is; `place` is its own among the lines of the order. */
const whyLineKept = (
  line: SaleCleanLine,
  own: RepairSteps,
  { doing, proposed, place }: Changing & { readonly place: number },
): Refusal | null => {
  const step = stepOf(line, own);
  if (step === 'received') return null;
  const index = proposed.findIndex(({ lineId }) => lineId === line.lineId);
  if (index !== -1 && same(proposed[index], line)) return null;
  const message = `维修清洗第${place + 1}件${REPAIR_WORDS[step]}，不能${index === -1 ? '删除' : doing}`;
  const fields = index === -1 ? [] : [{ path: `sellCleanList.${index}`, message }];
  return refuse('conflict', 'repair.begun', message, { fields });
};
/** A line that went on since it was received stays as it is, and so does its order. */
const whyKept = (lines: readonly SaleCleanLine[], own: RepairSteps, changing: Changing): Refusal | null => {
  for (const [place, line] of lines.entries()) {
    const refused = whyLineKept(line, own, { ...changing, place });
    if (refused !== null) return refused;
  }
  return null;
};

export const repairFacts: OwnFacts<RepairSteps, RepairCommand> = {
  events: [REPAIR_EVENT],
  initial: new Map(),
  evolve: (own, { data }) => {
    const { lineId, step, on, by, remark } = data as unknown as RepairCommand;
    const others = (own.get(lineId) ?? []).filter((taken) => taken.step !== step);
    return new Map(own).set(lineId, [...others, { step, on, by, remark }]);
  },
  decide: (command, own, { current }) => {
    if (current === null) return refuse('not-found', 'repair.unknown', '维修单不存在');
    const { soldOn } = current.header as { readonly soldOn: string };
    return decideStep(command, own, { lines: current.lines, soldOn });
  },
  blocks: (own, doing, { current, proposed }) => {
    const said = DOING[doing];
    if (said === undefined || current === null) return null;
    return whyKept(current.lines.filter(isCleanLine), own, {
      doing: said,
      proposed: proposed?.filter(isCleanLine) ?? [],
    });
  },
};
