/** GET and POST /case-file (卷宗): asked for, made beside requests, fetched for some days. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isoWithOffset } from '../../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { route, type Actor, type Route } from '../../contracts/route.ts';
import { NOBODY, OTHER_SCOPE, seesCost, seesPersons, seesShop, type SessionUser } from '../../contracts/user.ts';
import { DISK_FULL, faultOf } from '../../platform/base/faults.ts';
import { LogDiffers } from '../seals.ts';
import { KeyLost } from '../key.ts';
import { billFacts, billName, billOf, billRecord, shopOf } from './bill.ts';
import {
  CASE_FILE_CREATE_KEY,
  CASE_FILE_KEY,
  CASE_FILE_PATH,
  CaseFileBody,
  CaseFileInPath,
  CaseFilePage,
  CaseFileQuery,
  CASE_FILE_FOLDER,
} from './contract.ts';
import { NotAsSealed } from './evidence.ts';
import { NotAnswered, type Ask, type Collect } from './facts.ts';
import { makeCaseFile, type CaseDeps } from './making.ts';
import { asking, mayHave } from './reach.ts';
import { begin, caseFile, casePage, end, expire, tellProgress, type NewCase, type StoredCase } from './rows.ts';
import { MOST_PIECES, shopFacts, totalsOf } from './shop-stock.ts';
import { momentInWords } from './words.ts';

const NO_BILL = refuseField('case_file.no', 'no', '没有这种单据号，请输入完整的单据号，例如 XS10001');
const NO_SHOP = refuseField('case_file.shop', 'shopId', '请选择分店');
const TOO_MANY = refuse('conflict', 'case_file.pieces', `一份卷宗最多${MOST_PIECES}件首饰`);
const FUTURE = refuseField('case_file.future', 'at', '时点不能在将来');
const UNKNOWN = refuse('not-found', 'case_file.unknown', '没有这份卷宗');
const GONE = refuse('conflict', 'case_file.gone', '卷宗文件已不在服务器上，请重新制作');
const NOT_READY = refuse('conflict', 'case_file.not_ready', '卷宗还没有制作完成');
const HOLDS_MORE = refuse('forbidden', 'case_file.holds_more', '这份卷宗含有你无权查看的客户资料或成本');
const NOT_ALL_HIS = refuse('forbidden', 'case_file.not_all_his', '这份卷宗含有你无权查看的内容，请自己重新制作');
const FAILED = '制作时出错，请重新制作';

const fileOf = ({ dataDir }: Pick<CaseDeps, 'dataDir'>, id: number): string =>
  path.join(dataDir, CASE_FILE_FOLDER, `${id}.zip`);
type CaseOrder = Omit<NewCase, 'at' | 'id'> & { readonly collect: Collect };
/** Asked once at once, so that who may not see it hears so now. */
const wantedBill = async (ask: Ask, no: string): Promise<CaseOrder | Refusal> => {
  const bill = billOf(no);
  if (bill === null) return NO_BILL;
  const { shopId, shopName } = shopOf(await billRecord(ask, bill));
  return {
    kind: 'bill',
    about: billName(bill),
    shopId,
    shopName,
    collect: (as, onStep) => billFacts(as, bill, onStep),
  };
};
const wantedShop = async (ask: Ask, shop: { id: number; name: string; at: string }): Promise<CaseOrder | Refusal> => {
  if ((await totalsOf(ask, shop.id)).count > MOST_PIECES) return TOO_MANY;
  const { id: shopId, name: shopName } = shop;
  return {
    kind: 'shop',
    about: `${shopName} 库存`,
    shopId,
    shopName,
    collect: (as, onStep) => shopFacts(as, shop, onStep),
  };
};
const wanted = async (
  deps: CaseDeps,
  body: CaseFileBody,
  { actor, moment }: { readonly actor: Actor; readonly moment: Date },
): Promise<CaseOrder | Refusal> => {
  const ask = asking(deps, actor, moment);
  try {
    if (body.kind === 'bill') return await wantedBill(ask, body.no ?? '');
    const { shopId = 0 } = body;
    const shop = shopId === 0 ? null : await deps.lookup.shop(shopId);
    if (shop === null) return NO_SHOP;
    return await wantedShop(ask, { id: shopId, name: shop.name, at: momentInWords(isoWithOffset(moment)) });
  } catch (error) {
    if (error instanceof NotAnswered) return error.refusal;
    throw error;
  }
};

const TOLD_MS = 500;
const HEARD_MS = 10_000;
/** Told twice a second at most and never waited for; heard of also while a long log is sealed first. */
const progressOf = ({ master }: CaseDeps, id: number) => {
  let [last, percent] = [0, 0];
  const tell = () => void tellProgress(master, id, percent).catch(() => undefined);
  const heard = setInterval(tell, HEARD_MS);
  const onPercent = (now: number): void => {
    percent = now;
    if (performance.now() - last < TOLD_MS) return;
    last = performance.now();
    tell();
  };
  return { onPercent, stop: () => clearInterval(heard) };
};
const EXPECTED = [NotAnswered, KeyLost, LogDiffers, NotAsSealed];
const isExpected = (error: unknown): error is Error => EXPECTED.some((kind) => error instanceof kind);
const resultOf = (error: unknown): string => {
  if (isExpected(error)) return error.message;
  return faultOf(error) === 'full' ? DISK_FULL : FAILED;
};
type Work = { readonly id: number; readonly wanted: CaseOrder; readonly actor: Actor; readonly moment: Date };
/** Never throws: what went wrong is its result. */
const work = async (deps: CaseDeps, { id, wanted: { collect }, actor, moment }: Work, signal: AbortSignal) => {
  const { user, key } = actor;
  const ended = (): Actor => ({ ...actor, key, now: deps.clock() });
  const { onPercent, stop } = progressOf(deps, id);
  try {
    const file = fileOf(deps, id);
    const ask = asking(deps, actor, moment);
    const made = await makeCaseFile(deps, { user, moment, ask, collect, signal, file, onPercent });
    if (!(await end(deps.master, id, { ...made, state: 'ready', done: 100 }, ended())))
      fs.rmSync(file, { force: true });
  } catch (error) {
    if (!isExpected(error)) deps.log.warn('a case file was not made', { id, error });
    await end(deps.master, id, { state: 'failed', result: resultOf(error) }, ended()).catch(() => undefined);
  } finally {
    stop();
  }
};

/** Removes archives whose days are over. */
export const forgetOld = async (deps: CaseDeps): Promise<void> => {
  const by = { user: { ...NOBODY, username: '系统', nickName: '系统' }, now: deps.clock(), key: '' };
  for (const id of await expire(deps.master, by)) fs.rmSync(fileOf(deps, id), { force: true });
};

/** 2026-11-25 10:00:00 in the shops' time; a day alone is its end. */
const momentOf = (text: string | undefined): Date | null => {
  if (text === undefined || text === '') return null;
  return new Date(`${text.includes(' ') ? text.replace(' ', 'T') : `${text}T23:59:59.999`}+08:00`);
};
type Background = { readonly signal: AbortSignal; readonly add: (work: Promise<void>) => void };
const createRoute = (deps: CaseDeps, { signal, add }: Background): Route =>
  route({
    method: 'POST',
    path: CASE_FILE_PATH,
    summary: '制作卷宗',
    allow: CASE_FILE_CREATE_KEY,
    body: CaseFileBody,
    data: z.int(),
    handler: async ({ body, newId, ...actor }) => {
      const moment = momentOf(body.at) ?? actor.now;
      if (moment > actor.now) return FUTURE;
      const found = await wanted(deps, body, { actor, moment });
      if (isRefusal(found)) return found;
      await forgetOld(deps);
      const id = await newId();
      const { collect: _collect, ...row } = found;
      const refused = await begin(deps.master, { ...row, id, at: moment.toISOString() }, actor);
      if (refused !== null) return refused;
      add(work(deps, { id, wanted: found, actor, moment }, signal));
      return { data: id, msg: `已开始制作卷宗：${found.about}，完成后在“卷宗”页下载` };
    },
  });
const holdsMore = (user: SessionUser, { shop_id: shopId, persons, cost }: StoredCase): Refusal | null => {
  if (!seesShop(user, shopId)) return OTHER_SCOPE;
  return (persons && !seesPersons(user)) || (cost && !seesCost(user)) ? HOLDS_MORE : null;
};
const fetchRoute = (deps: CaseDeps): Route =>
  route({
    method: 'POST',
    path: `${CASE_FILE_PATH}/:id/file`,
    summary: '下载卷宗',
    allow: CASE_FILE_CREATE_KEY,
    params: CaseFileInPath,
    handler: async ({ params, user, now }) => {
      const row = await caseFile(deps.master, params.id);
      if (row === null) return UNKNOWN;
      const refused = holdsMore(user, row);
      if (refused !== null) return refused;
      if (row.state === 'running') return NOT_READY;
      const file = fileOf(deps, row.id);
      if (row.state !== 'ready' || !fs.existsSync(file)) return GONE;
      const at = new Date(row.at_ms);
      if (!(await mayHave(user, row, asking(deps, { user, now }, at)))) return NOT_ALL_HIS;
      const day = momentInWords(isoWithOffset(at)).replaceAll(/[: ]/g, '-');
      return { raw: fs.createReadStream(file), type: 'application/zip', fileName: `卷宗-${row.about}-${day}.zip` };
    },
  });
export const caseFileRoutes = (deps: CaseDeps, background: Background): readonly Route[] => [
  route({
    method: 'GET',
    path: CASE_FILE_PATH,
    summary: '卷宗列表',
    allow: [CASE_FILE_KEY, CASE_FILE_CREATE_KEY],
    query: CaseFileQuery,
    data: CaseFilePage,
    handler: async ({ query, user }) => ({ data: await casePage(deps.master, user, query) }),
  }),
  createRoute(deps, background),
  fetchRoute(deps),
];
