/** Audited checks keep the promises of a custodian: what settles their differences stands on them (R4, R9). */
import type { CustodianWorld } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { CHECK, checkEffect, type CheckHeader } from './contract.ts';
import { CheckStreams, type CheckStep } from './check-streams.ts';
import { checkCustodian } from './custodian.ts';

const CHECK_ID = 5;
const header: CheckHeader = { shopId: 1, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const TOTALS = { lineCount: 1, bookNum: 1, factNum: 0, scanNum: 0, notFound: 0 };
const STEPS: readonly CheckStep[] = [
  { type: 'Open', header, bookPosition: 0, blind: false },
  { type: 'Audit', auditor: '李四', totals: TOTALS },
];

/** `there`: the audit itself, which many may stand on. */
const open = async (): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const checks = new CheckStreams(store);
  for (const step of STEPS) await checks.send(CHECK_ID, step, { actor: actor(step.type), header });
  return {
    custodian: checkCustodian(store),
    balance: async () => {
      const { claims } = (await checks.load(CHECK_ID)).state.settling;
      return { there: 1, reserved: new Set(claims.map(({ by }) => by.id)).size };
    },
    written: () => store.events.length,
    store,
  };
};
testCustodian('settle', {
  kind: 'adjust',
  custodian: CHECK,
  id: checkEffect(CHECK_ID).id,
  role: 'stay',
  keeps: true,
  stock: 1,
  open,
  terms: () => null,
  actor,
});
