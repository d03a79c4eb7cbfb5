/** How the house is, as every answer and every lost one tells: the shell shows a bar while it is not well. */
import { createStore } from './store.ts';

/** What was refused is told until something of its kind is answered: a full disk may be read and not written. */
type Trouble = {
  readonly msg: string;
  readonly of: 'read' | 'write';
  /** Whoever is only asked whether it is well does not know of a full disk on another machine: told at least until then. */
  readonly until: number;
};
type Connection = {
  /** The server cannot be reached. */
  readonly lost: boolean;
  /** Commands on their way. */
  readonly sending: number;
  /** It answers that it cannot do its work now (503), or that a disk is full (507). */
  readonly trouble: Trouble | null;
};
export const connectionStore = createStore<Connection>({ lost: false, sending: 0, trouble: null });

const FULL = 507;
const NOT_WELL = new Set([503, FULL]);
const FULL_MS = 60_000;

/** Notes the answer to a request; `null`: none came. */
export const noteAnswer = (method: string, answer: { readonly status: number; readonly msg: string } | null): void => {
  const of = method === 'GET' ? 'read' : 'write';
  connectionStore.set((state) => {
    if (answer === null) return state.lost ? state : { ...state, lost: true };
    const found = state.lost ? { ...state, lost: false } : state;
    const until = answer.status === FULL ? Date.now() + FULL_MS : 0;
    if (NOT_WELL.has(answer.status)) return { ...found, trouble: { msg: answer.msg, of, until } };
    return found.trouble?.of === of && answer.status < 500 ? { ...found, trouble: null } : found;
  });
};

/** Asks until the house is well again, as nobody else may; never throws. */
export const lookWhetherWell = async (signal: AbortSignal): Promise<void> => {
  const answer = await fetch('/readyz', { signal, cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return;
  const isFull = (await answer.text().catch(() => '')).includes('磁盘');
  connectionStore.set(({ trouble, ...state }) => {
    const stays = isFull || (trouble !== null && Date.now() < trouble.until);
    return { ...state, lost: false, trouble: stays ? trouble : null };
  });
};

const STORES = ['数据库', '事件存储'];
/** Asks why an answer does not come: what the house stands on may hang, and who waits for it says nothing. Never throws. */
export const lookWhyLate = async (method: string): Promise<void> => {
  const answer = await fetch('/readyz', { cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 503) return;
  const { data } = await answer.json().catch(() => ({}));
  const hanging = STORES.find((name) => data?.[name] !== undefined && data[name] !== '正常');
  if (hanging !== undefined) noteAnswer(method, { status: 503, msg: `${hanging}没有回应，恢复后会继续；输入已保留` });
};
