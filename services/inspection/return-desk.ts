/** A piece that a customer brought back is judged, and the judgement taken back (R44, R71): an inspection for each line. */
import { documentNo, GOODS_LIST } from '../contracts/document.ts';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor, Answer, Call } from '../contracts/route.ts';
import { saveOf } from '../contracts/save.ts';
import { NUMBERS } from '../contracts/values.ts';
import { attemptKey } from '../documents/decider.ts';
import type { Documents, LoadedDocument } from '../documents/documents.ts';
import { earlierTry } from '../documents/earlier-try.ts';
import { listed } from '../documents/lines.ts';
import type { OpeningsDesk } from '../documents/openings.ts';
import { refuseBeyondRanges } from '../documents/ranges.ts';
import type { SavingContext } from '../documents/send-command.ts';
import type { PieceDesk, ToInspect } from '../goods/contract.ts';
import { lotNo } from '../old-material/contract.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import { lineOfWireId, lineReturnedCostFen, type ReturnedLines } from '../sale/contract.ts';
import type { InspectionHeader, InspectionLine, ReturnInspectionBody } from './contract.ts';
import { inspectionDocument, melts } from './document.ts';

type Inspections = Documents<InspectionHeader, InspectionLine>;
type Loaded = LoadedDocument<InspectionHeader, InspectionLine>;
export type ReturnDeps = {
  readonly documents: Inspections;
  readonly openings: OpeningsDesk<InspectionHeader, InspectionLine>;
  /** Ids that no command binds. */
  readonly ids: { readonly several: (count: number) => Promise<readonly number[]> };
  readonly pieces: Pick<PieceDesk, 'view'>;
  readonly returned: ReturnedLines;
};
type Place = { readonly id: number };
export type InspectCall = Call<Place, unknown, ReturnInspectionBody>;
export type UninspectCall = Call<Place, unknown, { readonly reason: string }>;
type Content = { readonly header: InspectionHeader; readonly lines: readonly InspectionLine[] };
type Brought = NonNullable<Awaited<ReturnType<ReturnedLines>>> & { readonly saleId: number; readonly there: ToInspect };

const UNKNOWN = refuse('not-found', 'return_inspection.unknown', '没有找到这件待检首饰');
const keyOf = ({ user, key }: Actor): string => attemptKey(user.id, key);

/** The line that the id names, while its order stands audited. */
const broughtBy = async (
  { returned, pieces }: ReturnDeps,
  call: InspectCall | UninspectCall,
): Promise<Brought | Refusal> => {
  const { saleId, lineId } = lineOfWireId(call.params.id);
  const found = await returned(saleId, lineId);
  if (found === null) return UNKNOWN;
  const refused = limitShops(call.user, [found.shopId]) ?? (await found.limit(call.user));
  if (refused !== null) return refused;
  const view = await pieces.view(found.line.barcode);
  const there = view?.toInspect.find(({ key }) => key === found.key);
  return there === undefined ? UNKNOWN : { ...found, saleId, there };
};

/** Old material is metal of a known fineness. */
const whyNotMelted = ({ fineness, weightMg }: Brought['line']): Refusal | null => {
  const no = (message: string): Refusal => refuseField('return_inspection.melt', 'result', message);
  if (fineness === '') return no('此首饰没有成色，不能转旧料');
  if (weightMg <= 0) return no('此首饰没有金重，不能转旧料');
  return weightMg > NUMBERS.weight.max ? no('重量过大，不能转旧料') : null;
};

const contentOf = ({ saleId, shopId, line, key }: Brought, { body, user, now }: InspectCall): Content => {
  const { barcode, goodsId, name, category, style, fineness, quantity, weightMg, lineId } = line;
  const costFen = lineReturnedCostFen(line);
  const of = {
    barcode,
    goodsId,
    name,
    category,
    quantity,
    netWeightMg: Math.round(weightMg / quantity),
    result: body.result,
    note: body.remark,
    broughtBack: { key, lineId, style, fineness, weightMg, costFen },
  };
  const header = { shopId, inspectedOn: dayOf(now), inspector: user.nickName, pictures: [], remark: '', saleId };
  return { header, lines: listed<InspectionLine>(GOODS_LIST, [of]) };
};

/** What it became, in numbers: the return that was opened, the lot; null of what went back on the shelf. */
const became = ({ state }: Loaded): { readonly id: number | null; readonly said: string } => {
  const [opened] = state.openings;
  if (opened !== undefined) return { id: opened.id, said: `，已生成退货单${documentNo(opened.kind, opened.id)}` };
  const [lotId] = state.rowIds;
  return lotId === undefined ? { id: null, said: '，已回库' } : { id: lotId, said: `，新旧料${lotNo(lotId)}` };
};
const answered = (done: Loaded): Answer<number | null> => {
  const { id, said } = became(done);
  return { data: id, msg: `质检成功${said}`, settled: { position: done.position } };
};

/** Who is refused hears it of the piece: the body has no lines. */
const ofThePiece = ({ fields: _fields, ...refusal }: Refusal): Refusal => refusal;

/** Saved, and posted with it; a retry of what was cut goes on. */
const written = async (
  { documents, openings, ids }: ReturnDeps,
  { id, content }: { readonly id: number; readonly content: Content | null },
  by: SavingContext,
): Promise<Loaded | Refusal> => {
  const { actor, save } = by;
  const saved =
    content === null
      ? await documents.rested(id)
      : await documents.command(id, { type: 'Submit', key: keyOf(actor), ...content }, by);
  if (isRefusal(saved)) return saved;
  const { current, version } = saved.state;
  const opens = await openings.atAudit({ current, id }, actor.now);
  if (isRefusal(opens)) return opens;
  const rowIds = current?.lines.some(melts) === true ? await ids.several(current.lines.length) : [];
  const post = { ...actor, key: `${actor.key}/post` };
  const audit = { type: 'Audit', key: keyOf(post), auditor: actor.user.nickName, rowIds, version } as const;
  return documents.command(id, { ...audit, ...(opens.length > 0 && { opens }) }, { actor: post, save });
};

/** The inspection, or the first rule that is broken. */
const prepared = async (deps: ReturnDeps, call: InspectCall): Promise<Content | Refusal> => {
  const brought = await broughtBy(deps, call);
  if (isRefusal(brought)) return brought;
  const content = contentOf(brought, call);
  const melting = call.body.result === 'melt' ? whyNotMelted(brought.line) : null;
  return melting ?? refuseBeyondRanges(inspectionDocument, content) ?? content;
};
export const inspectReturn = async (deps: ReturnDeps, call: InspectCall): Promise<Answer<number | null> | Refusal> => {
  const save = saveOf(call);
  const id = await save.id();
  const by = { actor: call, save };
  const known = await earlierTry(deps.documents, { id, type: 'Submit', key: keyOf(call) }, save);
  if (known !== null && isRefusal(known)) return ofThePiece(known);
  const content = known === null ? await prepared(deps, call) : null;
  if (content !== null && isRefusal(content)) return content;
  const done = await written(deps, { id, content }, by);
  return isRefusal(done) ? ofThePiece(done) : answered(done);
};

const NOT_JUDGED = refuse('conflict', 'return_inspection.not_judged', '此首饰还没有质检');
/** The inspection that stands, or the last one, where this very call took it back before its answer was lost. */
const inspectionOf = ({ judge, judges }: ToInspect): number | null => (judge ?? judges.at(-1))?.id ?? null;

/** Reversed and deleted: the piece waits again, under the hold of its order. What followed from it stands in the way. */
export const uninspectReturn = async (deps: ReturnDeps, call: UninspectCall): Promise<Answer<null> | Refusal> => {
  const { documents, openings } = deps;
  const save = saveOf(call);
  const brought = await broughtBy(deps, call);
  if (isRefusal(brought)) return brought;
  const id = inspectionOf(brought.there);
  if (id === null) return NOT_JUDGED;
  const before = await documents.rested(id);
  const key = keyOf(call);
  const deletion = { ...call, key: `${call.key}/delete` };
  if (before.state.stage === 'deleted' && !before.state.attempts.has(keyOf(deletion))) return NOT_JUDGED;
  const takenBack = before.state.stage === 'posted' ? await openings.takenBack(before.state) : [];
  const { reason } = call.body;
  if (before.state.stage === 'posted') {
    const reversed = await documents.command(id, { type: 'Reverse', key, reason }, { actor: call, save });
    if (isRefusal(reversed)) return reversed;
  }
  const done = await documents.command(id, { type: 'Delete', key: keyOf(deletion) }, { actor: deletion, save });
  if (isRefusal(done)) return done;
  const also = takenBack.map(({ kind, id: other }) => `，退货单${documentNo(kind, other)}已撤回`).join('');
  return { data: null, msg: `已撤销质检${also}，首饰待检`, settled: { position: done.position } };
};
