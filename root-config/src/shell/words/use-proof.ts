/** The code that goes to the customer's number: sent, counted down until it may be sent again. */
import { ApiError, client, messageOf, newId } from 'root-config/api';
import type { ProofOffer } from 'services/contracts/proof';
import { useEffect, useState } from 'react';
import { z } from 'zod';

const AGAIN_S = 60;
const Sent = z.object({ id: z.string() });
const Waiting = z.object({ retryAfter: z.number() });
/** Seconds that the house asks to wait; 0: none. */
const waitIn = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? (Waiting.safeParse(error.data).data?.retryAfter ?? 0) : 0;

const useCountdown = () => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft] as const;
};

/** `onSent`: with the id that the code comes back with. */
export const useProof = ({ customerId, purpose, amount }: ProofOffer, onSent: (id: string) => void) => {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [left, setLeft] = useCountdown();
  const send = async (): Promise<void> => {
    if (isSending || left > 0) return;
    setSending(true);
    setProblem('');
    try {
      const headers = { 'Idempotency-Key': newId() };
      const sent = await client.post(`/base-customer/${customerId}/code`, { purpose, amount }, { headers });
      onSent(Sent.parse(sent).id);
      setLeft(AGAIN_S);
    } catch (error) {
      setProblem(messageOf(error));
      setLeft(Math.min(waitIn(error), 24 * 3600));
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, left, send };
};
