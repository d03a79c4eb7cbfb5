/** Exits of old material, write side: /biz-recycle-out, and what comes back. */
import { z } from 'zod';
import { atDayField, type ShopDay } from '../contracts/closed-day.ts';
import { RecordId } from '../contracts/ids.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { FINENESS_DICTIONARY } from '../contracts/fineness.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Call, type Route } from '../contracts/route.ts';
import { saveOf } from '../contracts/save.ts';
import { documentNo } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { Documents } from '../documents/documents.ts';
import { judgeTwoPeople, type TwoPeopleDeps } from '../documents/two-people.ts';
import { dayRefusal } from '../documents/rights.ts';
import { documentSlice } from '../documents/slice.ts';
import { lotNo } from '../old-material/contract.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { recycleOutFacts, type CameBack, type ComeBack } from './came-back.ts';
import {
  BackBody,
  comesBack,
  RecycleOutBody,
  RecycleOutEvent,
  type RecycleOutHeader,
  type RecycleOutLine,
} from './contract.ts';
import { recycleOutDocument } from './document.ts';
import { lossAsks, judgeExit } from './judge.ts';
import { becameElsewhere, lotsNamed } from './live-checks.ts';
import { recycleOutManifest } from './manifest.ts';
import { watchNotBack } from './not-back.ts';
import { prepareRecycleOut } from './prepare.ts';

type Exits = Documents<RecycleOutHeader, RecycleOutLine, CameBack, ComeBack>;
type BackCall = Call<{ readonly id: number }, unknown, BackBody>;
type Lookup = Pick<MasterLookup, 'dictValues' | 'setting' | 'finenesses'>;
type BackDeps = TwoPeopleDeps & Pick<SliceDeps, 'closedDays' | 'words' | 'exceptions'> & { readonly lookup: Lookup };

type Exit = Awaited<ReturnType<Exits['rested']>>;
type Asked = { readonly exits: Exits; readonly exit: Exit; readonly call: BackCall };
const refuseBack = async (lookup: Lookup, { exits, exit: { state }, call }: Asked): Promise<Refusal | null> => {
  const { backAt: day, fineness } = call.body;
  if (state.current === null) return refuse('not-found', 'document.unknown', '单据不存在');
  const refused =
    limitShops(call.user, [state.current.header.shopId]) ??
    (await exits.limit(call.params.id, call.user)) ??
    dayRefusal({ path: BACK_DAY, day, previous: null }, call);
  if (refused !== null) return refused;
  const known = await lookup.dictValues(FINENESS_DICTIONARY);
  return known.includes(fineness) ? null : refuseField('recycle_out.fineness', 'fineness', '成色不存在');
};
/** What comes back is business of its own day (R141), which the wire calls so. */
const BACK_DAY = 'backAt';
const daysBack = ({ exit: { state }, call }: Omit<Asked, 'exits'>): readonly ShopDay[] =>
  state.current === null ? [] : [{ shopId: state.current.header.shopId, day: call.body.backAt }];
/** What it takes besides (R134, R135): another person, and a word where more was lost than may be; what is noted of it. */
const hearBack = async (
  deps: BackDeps,
  { exit: { state, revision }, call }: Omit<Asked, 'exits'>,
): Promise<readonly ExceptionNote[] | Refusal> => {
  const { id } = call.params;
  // Whatever else stands against it is said first.
  if (state.current === null || state.stage !== 'posted' || state.own?.version === state.version) return [];
  const { header, lines } = state.current;
  const { shopId, kind } = header;
  if (!comesBack(kind)) return [];
  const no = documentNo(recycleOutManifest.kind, id);
  const alone = await judgeTwoPeople(
    deps,
    'back',
    { manifest: recycleOutManifest, shopId, documentNo: no, state },
    call,
  );
  if (isRefusal(alone)) return alone;
  const { fineness, weightBack, approval } = call.body;
  const asks = await lossAsks(deps, 'weightBack', { out: lines, back: [{ fineness, weightMg: weightBack }] });
  const route = `PUT ${recycleOutManifest.path}/back/:id`;
  const place = { act: '旧料回料', route, shopId, id, revision, documentNo: no, approval };
  const word = await deps.words.ask(asks, place, call);
  if (isRefusal(word) || word === null) return isRefusal(word) ? word : alone;
  const what = `${no} 回料：${asks.map(({ message }) => message).join('；')}`;
  return [...alone, { kind: 'metal-loss', shopId, documentNo: no, second: word.approver, what }];
};
const backRoute = (exits: Exits, deps: BackDeps): Route =>
  route({
    method: 'PUT',
    path: `${recycleOutManifest.path}/back/:id`,
    summary: '旧料回料',
    allow: `${recycleOutManifest.permission}:back`,
    params: z.object({ id: RecordId }),
    body: BackBody,
    data: z.int(),
    writes: 'events',
    handler: async (call) => {
      const save = saveOf(call);
      const { id } = call.params;
      const lotId = await save.id();
      const exit = await exits.rested(id);
      const days = daysBack({ exit, call });
      const refused =
        (await refuseBack(deps.lookup, { exits, exit, call })) ??
        atDayField(await deps.closedDays.refusal(days), BACK_DAY);
      if (refused !== null) return refused;
      const notes = await hearBack(deps, { exit, call });
      if (isRefusal(notes)) return notes;
      const { backAt: backOn, fineness, weightBack: weightMg } = call.body;
      const by = { actor: call, expected: call.ifMatch, save };
      const back = () => exits.record(id, { lotId, backOn, fineness, weightMg }, by);
      const done = atDayField(await deps.closedDays.writing(days, back, save), BACK_DAY);
      if (isRefusal(done)) return done;
      for (const note of notes) await deps.exceptions.note(note, call);
      const { position, revision } = done;
      return { data: lotId, msg: `回料成功，新旧料${lotNo(lotId)}`, etag: revision, settled: { position } };
    },
  });

const exitSlice = (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice<RecycleOutHeader, RecycleOutLine, typeof RecycleOutBody, CameBack, ComeBack>({
    manifest: recycleOutManifest,
    events: RecycleOutEvent,
    spec: recycleOutDocument,
    facts: recycleOutFacts,
    join: (deps) => {
      const { custodians, pieces, goldPrices } = join(deps);
      const { lookup, master } = deps;
      return {
        custodians,
        desk: {
          body: RecycleOutBody,
          prepare: prepareRecycleOut({
            lookup,
            pieces,
            lots: (ids) => lotsNamed(master, ids),
            becameElsewhere: (of) => becameElsewhere(master, of),
          }),
          judge: judgeExit({ lookup, goldPrices, pieces }),
        },
        routes: (_desk, exits) => [backRoute(exits, deps)],
      };
    },
  });

/** With the look for what did not come back. */
export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => {
  const exits = exitSlice(join);
  return {
    ...exits,
    create: (deps) => ({ ...exits.create(deps), startAppends: true, start: (signal) => watchNotBack(deps, signal) }),
  };
};
