/** Words that were given (R131): their events, one stream a word, and what is asked from afar. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, TEXTS, rawText, stored, storedName, storedText, storedWhole } from '../contracts/values.ts';

export const WORD_SCHEMA = 1;
const Person = z.object({ id: storedWhole('id'), name: storedPerson() });
/** One bound that was passed. */
export const WordLine = z.object({
  rule: storedName(),
  /** Without what would tell the cost, and with it. */
  message: storedText(),
  costMessage: storedText(),
  barcode: storedText(),
  /** What it costs the house, fen; 0 where nothing or not known. */
  amountFen: stored('documentMoney'),
});
export type WordLine = z.infer<typeof WordLine>;
/** How it came: by saving oneself, with name and proof at the till, or answered from afar. */
export const WORD_WAYS = { own: '本人', there: '当场', afar: '远程' } as const;
export const WordEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('WordGiven'),
    data: z.object({
      /** UUID, of the command that it was given for. */
      word: storedName(),
      /** null: of the whole chain. */
      shopId: storedWhole('partnerId').nullable(),
      approver: Person,
      asker: Person,
      way: z.enum(Object.keys(WORD_WAYS) as [keyof typeof WORD_WAYS]),
      /** What was done: 修改销售单. */
      act: storedText(),
      /** As people call the record; '' none yet. */
      documentNo: storedText(),
      reason: storedText(),
      /** Where it was asked; '' not known. */
      till: storedText(),
      lines: z.array(WordLine).min(1).max(LISTS.eventLines),
    }),
  }),
  /** Whoever is named says that it was not he. */
  z.object({ type: z.literal('WordDisowned'), data: z.object({ word: storedName() }) }),
]);
export type WordEvent = z.infer<typeof WordEvent>;
export type WordGiven = Extract<WordEvent, { type: 'WordGiven' }>['data'];
export const wordStream = (word: string): string => `word-${word}`;

export const REQUEST_PATH = '/approval-request';
/** POST: `marks` of the 409; the approver is shown what the house refused, never what the till says of it. */
export const RequestBody = z.object({
  marks: z.array(rawText(TEXTS.code)).min(1, '没有需要授权的内容').max(LISTS.ids, '授权内容过多'),
});
/** `until`: ISO 8601, sixty seconds on. */
export const RequestMade = z.object({ id: z.int(), until: z.string() });
export const AnswerBody = z.object({
  answer: z.enum(['1', '2'], { error: '请选择同意或拒绝' }),
  reason: rawText(TEXTS.filter)
    .nullish()
    .transform((value) => (value ?? '').trim()),
});
/** `answer`: '' none yet, '1' yes, '2' no, '3' too late. */
export const RequestState = z.object({
  id: z.int(),
  until: z.string(),
  answer: z.string(),
  reason: z.string(),
  approver: z.string(),
});
export type RequestState = z.infer<typeof RequestState>;
/** What waits for somebody's answer. */
export const PendingRequest = z.object({
  id: z.int(),
  asker: z.string(),
  shopName: z.string(),
  till: z.string(),
  act: z.string(),
  shown: z.array(z.string()),
  at: z.string(),
  until: z.string(),
});
export type PendingRequest = z.infer<typeof PendingRequest>;
export const Approvers = z.array(z.object({ id: z.int(), name: z.string(), username: z.string() }));
export const MarkQuery = z.object({ mark: rawText(TEXTS.code).min(1, '缺少授权内容') });
export const RequestInPath = z.object({ id: RecordId });
