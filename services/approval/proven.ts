/** What a customer's code stands for among what is asked (R136): that alone, and nothing of the rest. */
import type { ExceptionDesk } from '../contracts/exception.ts';
import { PROOF_PURPOSES, type ProofAsk } from '../contracts/proof.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { WordAsk, WordAuthor, WordContext, WordProblem } from '../contracts/word.ts';
import type { ProofCodes } from './proof.ts';

type ProofRequest = { readonly asks: readonly WordAsk[]; readonly by: WordAuthor };
/** One code is for one thing: where several are asked (deposits of several customers at once), none is. */
const onlyOne = (asks: readonly WordAsk[]): (WordAsk & { readonly proof: ProofAsk }) | undefined => {
  const [first, ...more] = asks.flatMap((ask) => (ask.proof === undefined ? [] : [{ ...ask, proof: ask.proof }]));
  return more.length === 0 ? first : undefined;
};

/** With what a code would have to prove, where one can go out. */
export const offeredWith = async (
  codes: ProofCodes,
  problems: readonly WordProblem[],
  { asks, by }: ProofRequest,
): Promise<readonly WordProblem[]> => {
  const ask = onlyOne(asks);
  const offer = ask === undefined ? null : await codes.offer(ask.proof, by);
  if (offer === null) return problems;
  return problems.map((problem, index) => (asks[index]?.proof === undefined ? problem : { ...problem, proof: offer }));
};

type Proven = {
  /** What still needs somebody's word. */
  readonly rest: readonly WordAsk[];
  /** Done when nothing else stands against the write: the code is used up. */
  readonly use: () => Promise<Refusal | null>;
};
type Deps = { readonly codes: ProofCodes; readonly exceptions: ExceptionDesk };
export const provenBy = async (
  { codes, exceptions }: Deps,
  { asks, place, by }: ProofRequest & { readonly place: WordContext },
): Promise<Proven | Refusal> => {
  const ask = onlyOne(asks);
  const { proof = null, shopId } = place;
  if (proof === null || ask === undefined) return { rest: asks, use: async () => null };
  const wrong = await codes.judge(ask.proof, proof, by);
  if (wrong === null) {
    return { rest: asks.filter((one) => one.proof === undefined), use: () => codes.use(ask.proof, proof, by) };
  }
  if (wrong.isLast) {
    const { customerId, purpose } = ask.proof;
    const what = `${by.user.nickName}输错客户（编号${customerId}）的验证码五次，用途：${PROOF_PURPOSES[purpose]}`;
    // Of what was tried, whatever becomes of the save.
    await exceptions.note({ kind: 'proof-tries', shopId, what }, { ...by, save: undefined });
  }
  return wrong.refusal;
};
