/** The sample projections filled in a process of their own. */
import { openPostgresEventStore } from 'services/platform/event-store/postgres/index';
import { fillHere } from '../rebuild-child.ts';
import { movements, stock } from './samples.ts';

fillHere({
  projections: [stock(), movements],
  open: (url, { ends }) => (ends === undefined ? openPostgresEventStore({ url }) : process.exit(1)),
});
