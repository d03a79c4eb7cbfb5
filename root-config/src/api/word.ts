/** 需授权 (R131): a write that the house answers with what needs a word is sent again with it, whoever sent it first. */
import { WordProblem } from 'services/contracts/word';
import { z } from 'zod';
import { ApiError } from './errors.ts';

const Problems = z.array(WordProblem).min(1);
export type WordProblems = z.infer<typeof Problems>;
/** What a refusal asks a word for; null where it is another one. */
export const wordProblemsIn = (error: unknown): WordProblems | null =>
  error instanceof ApiError && error.status === 409 ? (Problems.safeParse(error.data).data ?? null) : null;

/** Sends the write once more, with `approval` in its body. */
export type WordResend = (more: object) => Promise<unknown>;
type WordAsker = (problems: WordProblems, resend: WordResend) => Promise<{ readonly answer: unknown } | undefined>;
let asker: WordAsker | undefined;
/** The shell says how people are asked; `undefined` of its answer: called off. */
export const askWordsBy = (ask: WordAsker): void => void (asker = ask);

/** @throws what the write was refused with, where nobody gave the word. */
export const withWord = async <Sent>(send: (more: object) => Promise<Sent>): Promise<Sent> => {
  try {
    return await send({});
  } catch (error) {
    const problems = wordProblemsIn(error);
    if (problems === null || asker === undefined) throw error;
    const outcome = await asker(problems, send);
    if (outcome === undefined) throw error;
    return outcome.answer as Sent;
  }
};
