/** Where the read models of a long log are filled: a process of its own, started by the one that runs the projections. */
import { projections } from 'projections/registry';
import { fillHere } from 'projections/platform/rebuild/rebuild-child';
import { openStore } from './open-store.ts';

fillHere({
  projections,
  open: (url, { eventStoreUrl }, process) => openStore({ eventStoreUrl }, url, { process }),
});
