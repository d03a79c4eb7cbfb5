/** Holds a lease of the database that it is started with: says when it has it, and when it has lost it. */
import { openLeases } from 'projections/platform/daemon/leases';

const [url = ''] = process.argv.slice(2);
const leases = openLeases(url);
const lost = await leases.acquire('one');
lost?.addEventListener('abort', () => process.send?.('lost'));
process.send?.('held');
