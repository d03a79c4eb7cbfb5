/** Who changed an administration record: the platform's, under the name the slice's routes know it by. */
export { historyRoute } from '../platform/row-history.ts';
