/** A difference beyond the limit is confirmed by a third person (R138): a fact of the shift's stream, once. Pure. */
import type { LineKey } from '../contracts/document.ts';
import { refuse } from '../contracts/refusal.ts';
import type { OwnFacts } from '../documents/own-facts.ts';
import { SHIFT_CONFIRMED, waitsForThird, type Confirmation, type ShiftHeader, type ShiftLine } from './contract.ts';

export type ShiftConfirmation = Confirmation | null;

/** Who hands over and who takes may not say that their own count is right. */
const isThird = ({ handedBy, takenBy }: ShiftHeader, id: number): boolean => id !== handedBy.id && id !== takenBy.id;

export const shiftFacts: OwnFacts<ShiftConfirmation, Confirmation> = {
  events: [SHIFT_CONFIRMED],
  initial: null,
  evolve: (_own, { data }) => {
    const { by, remark } = data as unknown as Confirmation;
    return { by, remark };
  },
  decide: (command, own, { current }) => {
    if (current === null) return refuse('not-found', 'document.unknown', '单据不存在');
    const header = current.header as ShiftHeader;
    if (!waitsForThird(header, current.lines as readonly (LineKey & ShiftLine)[]))
      return refuse('conflict', 'shift.no_difference', '该交班单没有需要确认的差额');
    if (own !== null) return refuse('conflict', 'shift.confirmed', `该差额已由${own.by.name}确认`);
    if (!isThird(header, command.by.id))
      return refuse('conflict', 'shift.third', '差额须由交班人、接班人以外的第三人确认');
    return [{ type: SHIFT_CONFIRMED, data: command }];
  },
  blocks: () => null,
};
