/** What an earlier try of the same key came to, where a try can have come halfway. */
import type { Save } from '../contracts/save.ts';

type TriedDocuments<Type extends string, Outcome> = {
  repeat(id: number, type: Type, key: string): Promise<Outcome | null>;
};
type TryOfKey<Type extends string> = { readonly id: number; readonly type: Type; readonly key: string };
/** Null: it is the first. Of one transaction nothing is there but all of it, and that was answered before the handler ran. */
export const earlierTry = async <Type extends string, Outcome>(
  documents: TriedDocuments<Type, Outcome>,
  { id, type, key }: TryOfKey<NoInfer<Type>>,
  save: Pick<Save, 'waits'>,
): Promise<Outcome | null> => (save.waits ? null : documents.repeat(id, type, key));
