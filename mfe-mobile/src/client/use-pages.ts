/** Rows of a list beyond its first page, each once however pages overlap. */
import { useCallback, useState } from 'preact/hooks';
import { shopperApi } from './api.ts';
import type { Refusal } from './refusal.ts';

type Row = { readonly id: number };
type Page<R> = { readonly list: readonly R[] };
/** A list is read on in steps of so many; its first page may have been a shorter one. */
const STEP = 100;

/** Rows in the order of the list; what came again later (a new row pushed it on) stays where it was first. */
export const onceEach = <R extends Row>(...lists: readonly (readonly R[])[]): readonly R[] => {
  const seen = new Set<number>();
  return lists.flat().filter(({ id }) => !seen.has(id) && seen.add(id));
};

export type ReadOn<R> = {
  readonly rows: readonly R[];
  /** Why the last step brought nothing. */
  readonly refusal: Refusal | null;
  readonly more: () => Promise<void>;
};
export const usePages = <R extends Row>(path: string, first: readonly R[]): ReadOn<R> => {
  const [later, setLater] = useState<readonly R[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const rows = onceEach(first, later);
  const more = useCallback(async (): Promise<void> => {
    const pageIndex = Math.floor(rows.length / STEP) + 1;
    const answer = await shopperApi.get<Page<R>>(`${path}?pageSize=${STEP}&pageIndex=${pageIndex}`);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setLater((before) => onceEach(before, answer.data.list));
  }, [path, rows.length]);
  return { rows, refusal, more };
};
