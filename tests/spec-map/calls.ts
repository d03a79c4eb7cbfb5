/** S0§7: the calls, each by a test that makes it. */
import {
  batch,
  checkReport,
  checks,
  constants,
  flow,
  goods,
  imports,
  lists,
  master,
  masterSettings,
  platform,
  returns,
} from './row.ts';
import { transfers, turnover, type Row } from './row.ts';

const call = (rule: string, tests: readonly string[]): Row => ({ section: 'S0§7', rule, tests });
export const CALLS: readonly Row[] = [
  call('GET /biz-goods-in: the list', lists('each filter of stock-in finds its piece and not the other')),
  call(
    'GET and PUT /biz-goods-in/{id}',
    goods('an edit is the whole record; a stale one is told so; absent costs stay'),
  ),
  call(
    'GET /biz-goods-in/print/{id}, PUT /biz-goods-in/batch-print',
    constants('labels: one by its id, several by theirs, each with what a label shows'),
  ),
  call('GET /biz-goods-in/barcode', goods('GET barcode gives a number that a receipt may then bear, in any writing')),
  call(
    'POST /biz-goods-in answers the id',
    goods('a receipt is created pending, with an automatic barcode and computed values, and shows at once'),
  ),
  call(
    'POST /biz-goods-in/goods-batch',
    batch('the goods come back with barcodes, computed values and everything a label shows'),
  ),
  call('POST /biz-goods-in/import', imports('rows may come in the body, and a repeat is the same import')),
  call('DELETE /biz-goods-in', goods('a barcode that is there is refused, a deleted one may come again')),
  call('PUT /biz-goods-in/audit/{id}', goods('of several, one failure leaves all as they are and names itself')),
  call('POST /public/uploadFile', platform('pictures a picture is stored anew under a random name, with a thumbnail')),
  call('GET /biz-allocate, /{id} and its lines', lists('transfers: filters, sums of a row, lines, history')),
  call(
    'POST, PUT, DELETE /biz-allocate and its audit',
    transfers(
      'save holds, audit moves at the transfer price, 反审核 brings back and holds, deletion frees',
      'an edit holds what is new and frees what fell away; lots move in part',
    ),
  ),
  call(
    '/biz-check: list, record, lines, create, update, delete, audit',
    checks(
      'extract, open, scan, audit: books are as of the opening and frozen',
      'lines can be saved as the form sends them, typed and with remarks',
      'life of the document audited is final; two audit once; deletion only while pending',
    ),
  ),
  call(
    'GET /report-goods-check',
    checkReport('audited checks show with totals; what came after the check is not in its books'),
  ),
  call(
    '/biz-goods-return: list, record, lines, create, update, delete, audit',
    returns('save holds, audit sends back, 反审核 brings the piece home and holds it, deletion frees it'),
  ),
  call(
    'GET /report-goods-allocate',
    returns('reports transfers: both shops see them, others do not; the price is a cost'),
  ),
  call(
    'GET /report-goods-return',
    returns('reports returns: audited ones piece by piece, totals times quantity, opened, as of a moment'),
  ),
  call(
    'GET /report-goods-flow',
    flow('every movement is a row, a reversal a twin of its own, and what was is readable'),
  ),
  call(
    'GET /report-goods-turnover',
    turnover('one row per barcode and shop, oldest first; totals multiply by what is on hand'),
  ),
  call('/base-supplier', master('/base-supplier is created once, edited by whoever saw the last state, and deleted')),
  call('goods look-up by shop and barcode', goods('the look-up tells where a piece is or why it is not to be had')),
  call('stock extraction for a check', checks('extract, open, scan, audit: books are as of the opening and frozen')),
  call(
    'label templates by kind, by id and by file name',
    masterSettings('templates are found by file name, and designed'),
  ),
  call('settings by key', masterSettings('settings are read by key, saved in one go, and checked by their own rules')),
  call(
    'dictionaries by type',
    masterSettings('dictionaries are looked up by everybody, in order, enabled values only'),
  ),
];
