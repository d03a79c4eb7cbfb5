/** A command outside a dialog (row and bulk actions): its own key, retries, toasts; resolves to false when refused. */
import { client, type Method } from './client.ts';
import { createCommandKey } from './command-key.ts';
import { messageOf } from './errors.ts';
import { refreshViews } from './query-client.ts';
import { toast } from './toast.ts';
import { SAVED_BEFORE, sendCommand, worded } from './use-send.ts';
import { withWord } from './word.ts';

export type OnceCommand = {
  /** GET where the wire has one that changes something (R117). */
  readonly method: Method;
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: unknown;
  /** Paths of the lists that show the outcome: they reload, also after a refusal (the list may be out of date). */
  readonly views: readonly string[];
  /** Gets `data` of the answer. */
  readonly answered?: (data: unknown) => void;
  /** Says why not; default a toast. */
  readonly refused?: (error: unknown) => void;
};

const underWay = new Map<string, Promise<boolean>>();
const MOMENT_MS = 500;
/** Accepted a moment ago, and nothing else was sent since. */
let justNow: string | null = null;
/** Whoever clicks twice means one: the same while it is under way, and right after it. */
export const sendOnce = (command: OnceCommand): Promise<boolean> => {
  const name = JSON.stringify([command.method, command.path, command.body ?? null]);
  const before = underWay.get(name);
  if (before !== undefined) return before;
  if (justNow === name) return Promise.resolve(true);
  justNow = null;
  const sending = send(command);
  underWay.set(name, sending);
  const over = (accepted: boolean): void => {
    underWay.delete(name);
    if (!accepted) return;
    justNow = name;
    setTimeout(() => (justNow = justNow === name ? null : justNow), MOMENT_MS);
  };
  void sending.then(over, () => over(false));
  return sending;
};

const send = async ({ method, path, body, views, answered, refused }: OnceCommand): Promise<boolean> => {
  try {
    const commandKey = createCommandKey();
    const sent = await withWord((more) =>
      sendCommand(
        commandKey,
        (key) => client.request(method, path, { body: worded(body, more), headers: { 'Idempotency-Key': key } }),
        (message) => {
          if (message !== null) toast.info(message);
        },
      ),
    );
    answered?.(sent.data);
    toast.success(sent.savedBefore ? SAVED_BEFORE : sent.msg || '操作成功');
    return true;
  } catch (error) {
    if (refused === undefined) toast.error(messageOf(error));
    else refused(error);
    return false;
  } finally {
    await refreshViews(views);
  }
};
