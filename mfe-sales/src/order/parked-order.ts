/** An order that is put aside as it stands in its dialog, and what another till looks at when it takes it up (R94). Pure. */
import { cut } from 'services/contracts/limits';
import { z } from 'zod';

/** Lists whose lines are in the dialog. */
export const PARKED_LISTS = [
  'sellGoodsList',
  'sellChangeList',
  'sellRecycleList',
  'sellGiftList',
  'sellCleanList',
] as const;
const Lines = z.array(z.record(z.string(), z.unknown()));
/** As a form keeps what was typed: values, and lines by list. */
export const ParkedOrder = z.object({
  values: z.record(z.string(), z.unknown()),
  lines: z.record(z.string(), Lines),
});
export type ParkedOrder = z.infer<typeof ParkedOrder>;

const NOTE_LENGTH = 100;
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** 王女士 · 3件 · 5,200.00元: by which the one who takes it up finds it. */
export const noteOf = ({ values, lines }: ParkedOrder): string => {
  const { customerName, remark } = values;
  const pieces = (lines['sellGoodsList'] ?? []).reduce((sum, { num }) => sum + numberOf(num), 0);
  const count = Object.values(lines).reduce((sum, list) => sum + list.length, 0);
  const parts = [
    typeof customerName === 'string' && customerName !== '' ? customerName : '未选客户',
    pieces > 0 ? `${pieces}件` : `${count}行`,
    ...(typeof remark === 'string' && remark !== '' ? [remark] : []),
  ];
  return cut(parts.join(' · '), NOTE_LENGTH);
};
/** Whether anything is in it that would be missed. */
export const isEmpty = ({ values, lines }: ParkedOrder): boolean =>
  values['customerId'] === undefined && Object.values(lines).every((list) => list.length === 0);

/** It is an order of today now; what one till paid and rounded stays as it was typed. */
export const takenUpOn = (order: ParkedOrder, today: string): ParkedOrder => ({
  ...order,
  values: { ...order.values, sellAt: today },
});

/** A line that is looked up again may hold anything. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const PricedByBoard = z.object({
  fineness: z.string(),
  originalTodayGoldCost: z.number().positive(),
  piece: z.object({ goldContent: z.string() }),
});
/** What the board is asked again of a jewellery line, and what it had said; null where it had said nothing. */
export const boardQuestion = (line: Readonly<Record<string, unknown>>) => {
  const { data } = PricedByBoard.safeParse(line);
  if (data === undefined) return null;
  const { fineness: name, originalTodayGoldCost: said, piece } = data;
  return { said, asked: { name, goldContent: piece.goldContent } };
};
