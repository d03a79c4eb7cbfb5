/** What everybody changes of himself: name, number, mail, sex, and the picture (S2§2.3, §2.4; R102, R106). */
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Actor, type Answer, type Route, type Upload } from '../contracts/route.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { receivePicture } from '../platform/files/receive.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { lockSeen, writeRevised } from '../platform/rows/revised-row.ts';
import { USERS } from './tables.ts';
import { columnsOf, OwnProfile, type UserEdit } from './user-body.ts';

type Deps = { readonly db: DatabasePool; readonly sessions: Pick<Sessions, 'forget'> };
export const GONE = refuse('not-found', 'user.gone', '用户不存在');

/** Whoever saw an earlier record is told too. */
type Editor = Actor & { readonly ifMatch?: number };
const save = async ({ db, sessions }: Deps, changes: MasterRow, by: Editor): Promise<Answer<null> | Refusal> => {
  const saved = await db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const before = await lockSeen(tx, USERS, { id: by.user.id, ifMatch: by.ifMatch, missing: GONE });
    if (isRefusal(before)) return before;
    // A dialog of the user list that is open elsewhere is told (412).
    await writeRevised(tx, USERS, { before, changes }, by);
    return { data: null, msg: '修改成功' };
  });
  sessions.forget();
  return saved;
};
/** Of a whole record that came back only what is one's own to change. */
export const editOneself = (
  deps: Deps,
  { nickName, phone, email, sex }: Omit<UserEdit, 'userId'>,
  by: Editor,
): Promise<Answer<null> | Refusal> => save(deps, columnsOf({ nickName, phone, email, sex }), by);

const MAX_AVATAR = 2 * 1024 * 1024;
const SIGNED_IN = { everyone: 'signed-in' } as const;

export const ownProfileRoutes = (deps: Deps & { readonly files: FileStore }): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/sys-user/profile',
    summary: '修改个人资料',
    allow: SIGNED_IN,
    body: OwnProfile,
    data: z.null(),
    handler: (call) => editOneself(deps, call.body, call),
  }),
  route({
    method: 'POST',
    path: '/user/avatar',
    summary: '修改头像',
    allow: SIGNED_IN,
    multipart: { field: 'upload[]', maxBytes: MAX_AVATAR, tooLarge: '文件大小超过 2MB' },
    data: z.string(),
    handler: async (call) => {
      const stored = await receivePicture(deps.files, call.body as Upload, call.user.id);
      if (isRefusal(stored)) return stored;
      const saved = await save(deps, { avatar: stored.path }, call);
      if (isRefusal(saved)) return saved;
      // A console puts its own slash before it.
      return { data: stored.path.slice(1), msg: '头像已更新' };
    },
  }),
];
