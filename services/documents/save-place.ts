/** Where a save asks for a word (R131). */
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { WordContext } from '../contracts/word.ts';
import type { Saver } from './desk-rules.ts';

type Saved = Pick<WordContext, 'shopId' | 'customerId' | 'documentNo' | 'approval' | 'proof'> & {
  /** null: a new document. */
  readonly before: { readonly id: number } | null;
};
export const placeOfSave = (
  { label, path }: Pick<DocumentManifest, 'label' | 'path'>,
  { before, ...of }: Saved,
  { revision }: Pick<Saver, 'revision'>,
): WordContext => ({
  ...of,
  act: `${before === null ? '新增' : '修改'}${label}`,
  route: before === null ? `POST ${path}` : `PUT ${path}/:id`,
  id: before?.id,
  revision: before === null ? undefined : revision,
});
