/** Typed text of a dialog survives an accidental close and a reload, until it is saved or thrown away. */
import { useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';
import { sessionStore } from './session.ts';

const PREFIX = 'jewel:draft:';
const idOf = (key: string): string => `${PREFIX}${sessionStore.get().user?.userId ?? 0}:${key}`;

export const readDraft = <Value>(key: string): Value | null => readStored<Value | null>('session', idOf(key), null);
export const writeDraft = (key: string, value: unknown): void => writeStored('session', idOf(key), value);
export const clearDraft = (key: string): void => writeStored('session', idOf(key), undefined);
/** Forgets every draft of this browser tab; called at sign-out. */
export const clearAllDrafts = (): void => removeStored('session', PREFIX);

/**
 * State of a form that keeps itself as a draft. `key` names the dialog and the record (`goods-in:new`, `goods-in:17`).
 * `restored` says the value came from an earlier attempt; `clear` after saving, `discard` goes back to `initial`.
 */
export const useDraft = <Value>(key: string, initial: Value) => {
  const [{ value, restored }, setState] = useState(() => {
    const kept = readDraft<Value>(key);
    return { value: kept ?? initial, restored: kept !== null };
  });
  const set = useCallback(
    (next: Value | ((value: Value) => Value)): void =>
      setState((state) => {
        const changed = typeof next === 'function' ? (next as (value: Value) => Value)(state.value) : next;
        writeDraft(key, changed);
        return { ...state, value: changed };
      }),
    [key],
  );
  const clear = useCallback((): void => clearDraft(key), [key]);
  const discard = useCallback((): void => {
    clearDraft(key);
    setState({ value: initial, restored: false });
  }, [key, initial]);
  return { value, set, restored, clear, discard };
};
