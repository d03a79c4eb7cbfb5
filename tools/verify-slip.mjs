/**
 * `npm run verify-slip -- <text or picture>`: checks the QR of a bill, slip or label with no house at all. The public keys come from
 * jewel-warranty.json in this folder, or from `--keys <file or address of the house>`.
 */
import { runBeside } from './prepare.mjs';

runBeside('services/warranty/verify-slip.ts', process.argv.slice(2));
