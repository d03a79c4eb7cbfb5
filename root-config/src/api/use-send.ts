import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { type Method, type Reply, client } from './client.ts';
import { connectionStore } from './house-state.ts';
import { type CommandKey, RETRY_DELAYS, createCommandKey, worthRetry } from './command-key.ts';
import { ApiError, messageMeanwhile, messageOf, reasonOf } from './errors.ts';
import { refreshViews } from './query-client.ts';
import { toast } from './toast.ts';
import { withWord } from './word.ts';

export const SAVED_BEFORE = '上次保存已成功';
/** What was sent before arrived, with other content; whether it was accepted only the list can tell. */
export const ARRIVED_BEFORE = '上次的保存已到达服务器，请刷新核对后再修改';

export type Command<Body, Data extends z.ZodType> = {
  method: Exclude<Method, 'GET'>;
  /** Below /api/v1; a function when the address holds an id. */
  path: string | ((body: Body) => string);
  /** Paths of the lists that show the outcome: they reload. */
  views: readonly string[];
  /** Shape of `data` in the answer. */
  data?: Data;
  /** false: no toast on success (the caller says it). Default true. */
  announce?: boolean;
  /** false: no toast on refusal (the dialog shows `error`). Default false, dialogs are the rule. */
  announceErrors?: boolean;
  timeout?: number;
  /** One that a draft keeps; default a new one. */
  key?: CommandKey;
};
export type SendOptions = {
  /** ETag of the record the user saw; 412 when someone changed it since. */ ifMatch?: string | null | undefined;
};
export type SendResult<Data> = {
  data: Data;
  msg: string;
  /** An earlier attempt had been saved although its answer was lost. */ savedBefore: boolean;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type Exchange = (key: string) => Promise<Reply>;
/** Same key with another body: the first body reached the server although its answer was lost. */
const isKeyConflict = (error: ApiError): boolean => error.status === 409 && reasonOf(error) === 'key_reused';

const counted = (by: 1 | -1): void => connectionStore.set((state) => ({ ...state, sending: state.sending + by }));

const sendUntilDecided = async (
  key: CommandKey,
  exchange: Exchange,
  onWait: (message: string | null) => void,
  delays: readonly number[] = RETRY_DELAYS,
): Promise<SendResult<unknown>> => {
  for (let retries = 0; ; retries += 1) {
    const uncertain = key.unsettled();
    try {
      const { data, msg, replayed } = await exchange(key.current());
      key.succeeded();
      return { data, msg, savedBefore: uncertain && replayed };
    } catch (error) {
      key.failed(error);
      if (uncertain && error instanceof ApiError && isKeyConflict(error)) {
        throw new ApiError({ status: 409, msg: ARRIVED_BEFORE }, { cause: error });
      }
      const delay = delays[retries];
      if (delay === undefined || !worthRetry(error)) throw error;
      onWait(messageMeanwhile(error));
      await pause(delay);
    }
  }
};

/** The body with somebody's word beside it. */
export const worded = (body: unknown, more: object): unknown =>
  Object.keys(more).length === 0 ? body : { ...(body as object | undefined), ...more };

/**
 * Sends one command until there is a definite answer or the retries are used up; `onWait` hears what to tell the user
 * meanwhile. The key is renewed after every definite answer and kept otherwise.
 */
export const sendCommand = async (...command: Parameters<typeof sendUntilDecided>): Promise<SendResult<unknown>> => {
  counted(1);
  try {
    return await sendUntilDecided(...command);
  } finally {
    counted(-1);
  }
};

type Sending<Body> = { readonly body: Body; readonly more: object } & SendOptions;
const exchangeOf =
  <Body>({ method, path, timeout }: Command<Body, z.ZodType>, { body, ifMatch, more }: Sending<Body>): Exchange =>
  (idempotencyKey) =>
    client.request(method, typeof path === 'function' ? path(body) : path, {
      body: worded(body, more),
      headers: { 'Idempotency-Key': idempotencyKey, ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      ...(timeout === undefined ? {} : { timeout }),
    });

/**
 * One command of a dialog or a row action. `send(body)` resolves with the answer or throws an ApiError; a second call
 * while one is on its way gets the same outcome. `waiting` is the message to show during automatic retries.
 */
export const useSend = <Body = unknown, Data extends z.ZodType = z.ZodType<unknown>>(command: Command<Body, Data>) => {
  const key = useRef<CommandKey | null>(null);
  const running = useRef<Promise<SendResult<z.output<Data>>> | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);

  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async ({ body, ifMatch }: { body: Body } & SendOptions): Promise<SendResult<z.output<Data>>> => {
      key.current ??= command.key ?? createCommandKey();
      try {
        const used = key.current;
        const sent = await withWord((more) =>
          sendCommand(used, exchangeOf(command, { body, ifMatch, more }), setWaiting),
        );
        return { ...sent, data: (command.data ? command.data.parse(sent.data) : sent.data) as z.output<Data> };
      } finally {
        setWaiting(null);
      }
    },
    onSuccess: async ({ msg, savedBefore }) => {
      if (command.announce !== false) toast.success(savedBefore ? SAVED_BEFORE : msg || '操作成功');
      await refreshViews(command.views);
    },
    onError: async (failure) => {
      if (command.announceErrors) toast.error(messageOf(failure));
      // What the server refused is often a list that is out of date.
      if (failure instanceof ApiError && [404, 409, 412].includes(failure.status)) await refreshViews(command.views);
    },
  });

  const send = useCallback(
    (body: Body, options: SendOptions = {}): Promise<SendResult<z.output<Data>>> => {
      running.current ??= mutateAsync({ body, ...options }).finally(() => void (running.current = null));
      return running.current;
    },
    [mutateAsync],
  );
  return { send, pending: isPending, error: error as ApiError | null, waiting, reset };
};
