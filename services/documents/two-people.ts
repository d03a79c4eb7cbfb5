/** Two people (R134): whoever made or changed a document last does not audit it, and neither he nor its auditor takes the audit back. */
import type { LineKey } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Identity } from '../platform/auth/identity.ts';
import type { DocumentState } from './state.ts';

/** Setting: kinds of documents, by commas. */
export const SECOND_PERSON = 'second_person';
export const SECOND_PERSON_DEFAULT = 'recycle-out,adjust,material-check';
/** Whoever held the key within these days could have been asked. */
const DAYS = 7;
const DAY_MS = 86_400_000;
const SUPER_ROLE = 'admin';

type Attempts = Pick<DocumentState<unknown, LineKey>, 'attempts' | 'refusals'>;
/** Who did that last, of what stands; attempts are kept in their order, each under `<user>/<key>`. */
const lastOf = ({ attempts, refusals }: Attempts, type: string): number | null => {
  const done = [...attempts].filter(([, attempt]) => attempt.type === type && !refusals.has(attempt.version));
  const [key] = done.at(-1) ?? [];
  return key === undefined ? null : Number.parseInt(key, 10);
};
export type DoneBy = 'audit' | 'reverse' | 'back';
/** Whose word does not do: maker and last editor, and of an audit that is taken back its auditor. */
export const barredFrom = (by: DoneBy, state: Attempts): readonly number[] => {
  const [maker, editor, auditor] = ['Submit', 'Revise', 'Audit'].map((type) => lastOf(state, type));
  const people = by === 'reverse' ? [maker, auditor] : [maker, editor];
  return [...new Set(people.filter((id) => id != null))] as readonly number[];
};

const WORDS: Readonly<Record<DoneBy, string>> = { audit: '审核', reverse: '反审核', back: '回料' };
const KEYS: Readonly<Record<DoneBy, string>> = { audit: 'audit', reverse: 'unaudit', back: 'back' };
export type TwoPeopleDeps = {
  readonly lookup: Pick<MasterLookup, 'setting'>;
  readonly identity: Pick<Identity, 'heldSince'>;
};
type Document = {
  readonly manifest: Pick<DocumentManifest, 'kind' | 'label' | 'permission'>;
  readonly shopId: number;
  readonly documentNo: string;
  readonly state: Attempts;
};

const kindsOf = (setting: string | null): readonly string[] =>
  (setting ?? SECOND_PERSON_DEFAULT).split(/[,，]/).map((kind) => kind.trim());

/**
 * Why it takes another person; else what is noted of somebody who had to do it alone: role admin, and where no other held the key
 * for that shop lately.
 */
export const judgeTwoPeople = async (
  { lookup, identity }: TwoPeopleDeps,
  by: DoneBy,
  { manifest, shopId, documentNo, state }: Document,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<readonly ExceptionNote[] | Refusal> => {
  const barred = barredFrom(by, state);
  if (!barred.includes(user.id) || !kindsOf(await lookup.setting(SECOND_PERSON)).includes(manifest.kind)) return [];
  if (!user.roleKeys.includes(SUPER_ROLE)) {
    const held = await identity.heldSince({
      permission: `${manifest.permission}:${KEYS[by]}`,
      shopId,
      since: new Date(now.getTime() - DAYS * DAY_MS),
      but: [...barred, user.id],
    });
    if (held) return refuse('conflict', 'document.own_audit', '制单人不能审核自己的单据');
  }
  const what = `${user.nickName}${WORDS[by]}了自己经手的${manifest.label}${documentNo}`;
  return [{ kind: 'own-audit', shopId, documentNo, what }];
};
