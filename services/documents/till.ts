/** The till that a document's money belongs to (R80, R138): that of the device as it is registered, else the reserved one. */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { refuseField, type Refusal } from '../contracts/refusal.ts';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import type { Saver } from './desk.ts';

type Tills = Pick<MasterLookup, 'till'>;
/** A document that takes or pays money, as it stands; `till` is absent where it was saved before tills were registered. */
type Standing = { readonly header: { readonly shopId: number; readonly till?: string | undefined } };

const refuseUnknown = (name: string, why: string): Refusal =>
  refuseField('till.unknown', 'till', `收银台“${name}”${why}，请在“交班”中重新选择本机收银台`);

const ofDevice = async (tills: Tills, shopId: number, { client }: Pick<Saver, 'client'>): Promise<string | Refusal> => {
  const name = client.till ?? UNASSIGNED_TILL;
  if (name === UNASSIGNED_TILL) return name;
  const found = await tills.till(shopId, name);
  if (found === null) return refuseUnknown(name, '在该分店没有登记');
  return found.enabled ? name : refuseUnknown(name, '已停用');
};

/**
 * A correction elsewhere moves no money between tills: a document stays at the till of its first save. Moved to another
 * shop it lies at the till of that name there, else at the reserved one. undefined: it stands in no till, and stays so.
 */
export const tillAt = async (
  tills: Tills,
  { shopId, before }: { readonly shopId: number; readonly before: Standing | null },
  by: Pick<Saver, 'client'>,
): Promise<string | undefined | Refusal> => {
  if (before === null) return ofDevice(tills, shopId, by);
  const { till, shopId: stood } = before.header;
  if (till === undefined || till === UNASSIGNED_TILL || shopId === stood) return till;
  return (await tills.till(shopId, till)) === null ? UNASSIGNED_TILL : till;
};
