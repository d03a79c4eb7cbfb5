/** {@link MaterialDesk} over the event store. */
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { OLD_MATERIAL_RECIPIENT } from './custodian.ts';
import { metalCost, type MaterialDesk } from './first-in.ts';
import { materialId, oldMaterialStream } from './names.ts';

export const materialDesk = (store: EventStore): MaterialDesk => {
  const recipient = { ...OLD_MATERIAL_RECIPIENT, store };
  return {
    costOf: async ({ shopId, fineness, ...asked }) => {
      const { state } = await loadState(recipient, oldMaterialStream(materialId(shopId, fineness)));
      return metalCost(state, asked);
    },
  };
};
