/** Exits of old material, write side: /biz-recycle-out, and what comes back. */
import { z } from 'zod';
import { DoesNotFit } from '../contracts/one-commit.ts';
import { RecordId } from '../contracts/ids.ts';
import type { JoinedReads } from '../contracts/joined.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { FINENESS_DICTIONARY } from '../contracts/fineness.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Call, type Route } from '../contracts/route.ts';
import type { Documents } from '../documents/documents.ts';
import { dayRefusal } from '../documents/rights.ts';
import { documentSlice } from '../documents/slice.ts';
import { lotNo } from '../old-material/contract.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { recycleOutFacts, type CameBack, type ComeBack } from './came-back.ts';
import { BackBody, RecycleOutBody, RecycleOutEvent, type RecycleOutHeader, type RecycleOutLine } from './contract.ts';
import { recycleOutDocument } from './document.ts';
import { lotsNamed } from './live-checks.ts';
import { recycleOutManifest } from './manifest.ts';
import { prepareRecycleOut } from './prepare.ts';

type Exits = Documents<RecycleOutHeader, RecycleOutLine, CameBack, ComeBack>;
type BackCall = Call<{ readonly id: number }, unknown, BackBody>;
type Lookup = Pick<MasterLookup, 'dictValues'>;

const refuseBack = async (exits: Exits, lookup: Lookup, call: BackCall): Promise<Refusal | null> => {
  const { backAt: day, fineness } = call.body;
  const { state } = await exits.rested(call.params.id);
  if (state.current === null) return refuse('not-found', 'document.unknown', '单据不存在');
  const refused =
    limitShops(call.user, [state.current.header.shopId]) ??
    (await exits.limit(call.params.id, call.user)) ??
    dayRefusal({ path: 'backAt', day, previous: null }, call);
  if (refused !== null) return refused;
  const known = await lookup.dictValues(FINENESS_DICTIONARY);
  return known.includes(fineness) ? null : refuseField('recycle_out.fineness', 'fineness', '成色不存在');
};
const backRoute = (exits: Exits, lookup: Lookup): Route =>
  route({
    method: 'PUT',
    path: `${recycleOutManifest.path}/back/:id`,
    summary: '旧料回料',
    allow: `${recycleOutManifest.permission}:back`,
    params: z.object({ id: RecordId }),
    body: BackBody,
    data: z.int(),
    appendsOnce: true,
    handler: async (call) => {
      const { oneCommit } = call;
      if (oneCommit !== undefined && !oneCommit.several) throw new DoesNotFit('a document has several streams');
      const { id } = call.params;
      const lotId = await call.newId();
      const refused = await refuseBack(exits, lookup, call);
      if (refused !== null) return refused;
      const { backAt: backOn, fineness, weightBack: weightMg } = call.body;
      const by = { actor: call, expected: call.ifMatch, oneCommit };
      const done = await exits.record(id, { lotId, backOn, fineness, weightMg }, by);
      if (isRefusal(done)) return done;
      const { position, revision } = done;
      return { data: lotId, msg: `回料成功，新旧料${lotNo(lotId)}`, etag: revision, settled: { position } };
    },
  });

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice<RecycleOutHeader, RecycleOutLine, typeof RecycleOutBody, CameBack, ComeBack>({
    manifest: recycleOutManifest,
    events: RecycleOutEvent,
    spec: recycleOutDocument,
    facts: recycleOutFacts,
    join: (deps) => {
      const { custodians, pieces } = join(deps);
      const { lookup, master } = deps;
      return {
        custodians,
        desk: {
          body: RecycleOutBody,
          prepare: prepareRecycleOut({ lookup, pieces, lots: (ids) => lotsNamed(master, ids) }),
        },
        routes: (_desk, exits) => [backRoute(exits, lookup)],
      };
    },
  });
