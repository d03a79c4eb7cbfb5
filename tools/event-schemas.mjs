/** `npm run event-schemas -- <folder>`: JSON Schema of every message of the relay, a file a type of event. */
import { runBeside } from './prepare.mjs';

runBeside('house/commands/write-event-schemas.ts', process.argv.slice(2));
