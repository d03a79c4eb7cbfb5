/** The stock of a gift: every rule of stream `gift-<shopId>-<barcode>` behind one door. */
import { storedBy } from '../contracts/whole.ts';
import type { Decider, Verdict } from '../contracts/decider.ts';
import type { GiftCommand } from './commands.ts';
import { GiftEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { claimIssue, expect, hold, issue, receive, release, reverseIssue, reverseReceipt } from './rules.ts';
import { initial, type GiftFact, type GiftState } from './state.ts';

const decide = (command: GiftCommand, state: GiftState): Verdict<GiftEvent> => {
  switch (command.type) {
    case 'HoldGift':
      return hold(command, state);
    case 'ExpectGift':
      return expect(command, state);
    case 'ReleaseGift':
      return release(command, state);
    case 'ReceiveGift':
      return receive(command, state);
    case 'ReverseGiftReceipt':
      return reverseReceipt(command, state);
    case 'IssueGift':
      return issue(command, state);
    case 'ClaimGiftIssue':
      return claimIssue(command, state);
    case 'ReverseGiftIssue':
      return reverseIssue(command, state);
  }
};
export const giftDecider: Decider<GiftState, GiftCommand, GiftFact> = { initial, evolve, decide };

const storedGift = storedBy(GiftEvent);
/** A stored event as the decider folds it: who and when ride along. */
export const parseGiftEvent = (recorded: {
  readonly type: string;
  readonly data: unknown;
  readonly meta: { readonly userName: string; readonly at: string };
}): GiftFact => ({
  ...storedGift(recorded),
  meta: { userName: recorded.meta.userName, at: recorded.meta.at },
});
