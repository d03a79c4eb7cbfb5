/** material_checks: one row per count of old material, with what its audit lost and found; and its versions for "as of". */
import type { EffectOutcome } from 'services/contracts/document';
import { field } from 'services/contracts/fields';
import {
  LOT_LIST,
  MATERIAL_CHECK_EVENT_TYPES,
  type MaterialCheckHeader,
  type MaterialCheckLine,
} from 'services/material-check/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { materialCheckFields } from './contract.ts';

/** What is kept besides what lists show: whose it is, since whoever weighs is not told the books of a blind count. */
export const storedMaterialCheck = { ...materialCheckFields, createdById: field.record('created_by_id') };

const NOTHING = { loss_mg: 0, gain_mg: 0, loss_fen: 0, gain_fen: 0 };
const figure = (outcomes: readonly EffectOutcome[], wanted: string): number =>
  sumOf(
    outcomes.flatMap(({ figures }) => figures),
    ({ name, value }) => (name === wanted ? value : 0),
  );
/** Of these cells, those that the row has: versions keep what lists are found by. */
const within = <R extends object>(row: R, cells: Readonly<Record<string, unknown>>): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(cells).filter(([column]) => column in row)),
});

export const materialChecks = documentTables({
  fields: storedMaterialCheck,
  name: 'MaterialCheck',
  events: MATERIAL_CHECK_EVENT_TYPES,
  table: 'material_checks',
  one: 'material_check',
  version: 1,
  versions: 1,
  day: 'checked_on',
  list: LOT_LIST,
  indexes: {
    shop: '(shop_id, checked_on DESC, id DESC)',
    // The few that wait, by shop: a lot is in one of them alone.
    open: "(shop_id, id) WHERE stage = 'pending'",
  },
  columns: (header: StoredForm<MaterialCheckHeader>, _lines: readonly MaterialCheckLine[]) => ({
    checked_on: header.checkedOn,
    shop_id: header.shopId,
    fineness: header.fineness,
    blind: header.blind,
    remark: header.remark,
    ...NOTHING,
  }),
  posted: (row, outcomes) =>
    within(row, {
      loss_mg: figure(outcomes, 'lossMg'),
      gain_mg: figure(outcomes, 'gainMg'),
      loss_fen: figure(outcomes, 'costFen'),
      gain_fen: figure(outcomes, 'gainFen'),
    }),
  told: (row, fact) => (fact === 'Reopened' ? within(row, NOTHING) : row),
});
export default materialChecks.live;
export const materialCheckVersions = materialChecks.versions;
