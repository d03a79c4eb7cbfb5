/** An archive leaves the house encrypted, for whoever holds the key for the whole chain and proves once more who he is (R145). */
import fs from 'node:fs';
import path from 'node:path';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type RawAnswer, type Route } from '../contracts/route.ts';
import { AGE_ENDING, closed } from '../platform/archive/encryption.ts';
import { giveTicket, takeTicket } from '../platform/auth/one-time-tickets.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { BACKUP_KEY, BACKUP_PATH, BackupTaken, BackupTicket, BackupTicketBody } from './contract.ts';
import { keptBackups } from './archives.ts';

export const MISSING = refuse('not-found', 'backup.missing', '备份不存在或已删除');
const OPEN = refuse(
  'conflict',
  'backup.open',
  '这份备份没有加密，不能下载。请设置环境变量 BACKUP_PASSPHRASE 后重新启动，或在任务“数据备份”的参数中写上 age=公钥，再备份一次',
);
const OVER = refuse('not-found', 'backup.ticket', '下载凭证已过期或已用过，请重新验证身份');
const SECONDS = 60;
const ENCRYPTED = 'application/x-age';
/** As it leaves. */
const nameOutside = (name: string): string => (name.endsWith(AGE_ENDING) ? name : `${name}${AGE_ENDING}`);

type TicketCall = Call<unknown, unknown, ReturnType<typeof BackupTicketBody.parse>>;
/** It is himself, as at the door: by the code where he has a second factor, else by his password. */
const proved = async ({ identity }: SliceDeps, { body, ...by }: TicketCall): Promise<Refusal | null> => {
  if (body.password === '' && body.code === '')
    return refuseField('backup.proof', 'password', '请输入登录密码；启用了两步验证的，请输入验证码');
  const { username } = by.user;
  const person = await identity.confirm({ username, password: body.password, code: body.code }, by);
  return isRefusal(person) ? person : null;
};
const give = async (deps: SliceDeps, folder: string, call: TicketCall): Promise<Answer<BackupTicket> | Refusal> => {
  const { name } = call.body;
  const found = keptBackups(folder).find((one) => one.name === name);
  if (found === undefined) return MISSING;
  if (!found.encrypted && deps.config.backupPassphrase === undefined) return OPEN;
  const refused = await proved(deps, call);
  if (refused !== null) return refused;
  const given = { purpose: 'archive', userId: call.user.id, subject: name, seconds: SECONDS } as const;
  const ticket = await giveTicket(deps.master, given, call.now);
  return { data: { ticket, seconds: SECONDS, fileName: nameOutside(name) } };
};

const take = async (
  deps: SliceDeps,
  folder: string,
  call: Call<unknown, ReturnType<typeof BackupTaken.parse>, unknown>,
): Promise<RawAnswer | Refusal> => {
  const taken = await takeTicket(deps.master, call.query.ticket, 'archive', call.now);
  if (taken === null || taken.userId !== call.user.id) return OVER;
  const found = keptBackups(folder).find(({ name }) => name === taken.subject);
  if (found === undefined) return MISSING;
  const { backupPassphrase: passphrase } = deps.config;
  if (!found.encrypted && passphrase === undefined) return OPEN;
  await deps.exceptions.note({ kind: 'archive-taken', shopId: null, what: `下载备份 ${found.name}` }, call);
  const file = (): fs.ReadStream => fs.createReadStream(path.join(folder, found.name));
  return {
    raw: found.encrypted ? file() : (await closed(file, { passphrase })).stream,
    type: ENCRYPTED,
    fileName: nameOutside(found.name),
    ...(found.encrypted && { headers: { 'content-length': String(found.size) } }),
    rows: () => found.events + found.rows,
  };
};

const KEY = `${BACKUP_KEY}:download`;
export const takingRoutes = (deps: SliceDeps, folder: string): readonly Route[] => [
  route({
    method: 'POST',
    path: `${BACKUP_PATH}/ticket`,
    summary: '验证身份后下载备份',
    allow: KEY,
    ofChain: true,
    body: BackupTicketBody,
    data: BackupTicket,
    keepsAnswer: false,
    handler: (call) => give(deps, folder, call),
  }),
  route({
    method: 'GET',
    path: `${BACKUP_PATH}/file`,
    summary: '下载备份',
    allow: KEY,
    ofChain: true,
    query: BackupTaken,
    exports: true,
    handler: (call) => take(deps, folder, call),
  }),
];
