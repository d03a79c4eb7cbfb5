/** A document that is entered for, or moved to, a day that is over is told to the owner (R148). */
import { dayOf } from '../contracts/dates.ts';
import { documentNo } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { Actor } from '../contracts/route.ts';

type Entry = {
  readonly id: number;
  readonly shopId: number;
  /** Of business, yyyy-MM-dd; `before`: as it stood, null for a new document. */
  readonly day: string;
  readonly before: string | null;
};
export const backDatedNotes = (
  { kind, label }: Pick<DocumentManifest, 'kind' | 'label'>,
  { id, shopId, day, before }: Entry,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): readonly ExceptionNote[] => {
  const today = dayOf(now);
  if (day >= today || day === before) return [];
  const no = documentNo(kind, id);
  const done = before === null ? `录入${label}${no}，日期写成${day}` : `把${label}${no}的日期从${before}改成${day}`;
  return [{ kind: 'back-dated', shopId, documentNo: no, what: `${user.nickName}在${today}${done}` }];
};
