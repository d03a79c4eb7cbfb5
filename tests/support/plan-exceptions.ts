/** What the plan of a statement may read from end to end, and why. */

/** Tables that grow with what a chain sets up, not with what it does. */
export const SMALL: ReadonlyMap<string, string> = new Map([
  ['master.migration', 'one row a migration'],
  ['es.writer', 'one row'],
  ['master.wire_id_check', 'one row'],
  ['projection.log', 'one row'],
  ['master.log_place', 'one row'],
  ['master.log_moved_position', 'shifts and stock checks of before a move to another store; read once a process'],
  ['projection.projector', 'one row a live process'],
  ['master.saga_checkpoint', 'one row a kind of document'],
  ['master.wire_id', 'a sequence'],
  ['master.cash_watch', 'one row'],
  ['master.picture_check', 'one row'],
  ['master.second_factor', 'one row a person who signs in with one'],
  ['master.signing_key', 'one row a purpose'],
  ['master.sys_role', 'dozens'],
  ['master.sys_menu', 'as many as there are screens and buttons'],
  ['master.sys_api', 'as many as there are routes'],
  ['master.sys_dept', 'dozens'],
  ['master.sys_post', 'dozens'],
  ['master.biz_tenant', 'a few'],
  ['master.till', 'a few a shop'],
  ['master.points_rule', 'one a category, style and fineness that earns otherwise'],
  ['master.giveaway', 'a few a month'],
  ['master.sys_seed', 'one row a seed'],
  ['master.seed_mark', 'one row a seed'],
  ['master.dict_type', 'dozens'],
  ['master.dict_data', 'hundreds, read as a whole by the form'],
  ['master.print_template', 'dozens'],
  ['master.template_column', 'hundreds'],
  ['master.config', 'dozens'],
  ['master.gen_table', 'one row a table that somebody generates from'],
  ['pg_catalog.pg_database', 'a few'],
  ['pg_catalog.pg_authid', 'a few'],
  ['pg_catalog.pg_class', 'tables of the database, for whoever imports one'],
  ['pg_catalog.pg_attribute', 'their columns'],
  ['pg_catalog.pg_namespace', 'a few'],
  ['pg_catalog.pg_index', 'their indexes'],
  ['pg_catalog.pg_type', 'hundreds'],
  ['pg_catalog.pg_constraint', 'hundreds'],
  ['pg_catalog.pg_sequence', 'dozens'],
  ['pg_catalog.pg_tablespace', 'a few'],
  ['pg_catalog.pg_attrdef', 'defaults of their columns'],
  ['master.sys_job', 'dozens'],
  ['master.job_clock', 'one row a job'],
  ['master.job_holder', 'one row'],
  ['master.self_audit', 'four hundred at most'],
  ['master.nightly_count', 'thirty rows'],
  ['master.log_seal_key', 'one row'],
  ['master.storage', 'one row a place that pictures ever went to'],
  ['master.rights_baseline', 'one row'],
  ['master.gold_recount', 'one row a night, and some that were asked for'],
  ['projection.checkpoint', 'one row a read model'],
  ['projection.parked', 'empty unless a bug is in the house; a page shows all of it'],
  ['p_imports_v2.imports', 'one row an imported file'],
  ['p_quoted_prices_v1.quoted_prices', 'one row a version of the board, a few a day'],
]);

type Exception = { readonly statement: RegExp; readonly because: string };
export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: /^SELECT EXISTS \(SELECT 1 FROM "?live"?\."?\w+"? WHERE .*\) AS found$/,
    because:
      'what keeps a shop, supplier, customer, template or dictionary value from being deleted: a few times a year',
  },
  {
    statement: /^SELECT count\(\*\)::int AS (?:count|approvals), (?:count\(|coalesce\(sum|ARRAY\[coalesce\(sum)/,
    because: 'totals of a list or report: exact over everything that its filters leave, which without filters is all',
  },
  {
    statement: /^SELECT coalesce\(sum\(.*\)::text AS total, count\(\*\)::int AS count FROM/,
    because: 'the sum of an opened total, over the same rows',
  },
  {
    statement: /^SELECT e\.\*?.*FROM \(SELECT \* FROM \(/,
    because: 'the rows of an opened total, newest first',
  },
  {
    statement: /LIMIT '10001'\) AS hits/,
    because: 'a list counts up to 10,000 hits and stops; its page goes by the index of its order',
  },
  {
    statement:
      /^WITH page AS \( SELECT t\.barcode .* FROM live\.goods_turnover t WHERE \(t\.to_position IS NULL AND t\.(?:in_num|on_hand) > 0/,
    because: 'turnover by age: a report over all pieces on hand, or over all there ever were',
  },
  {
    statement:
      /^SELECT (?:id|id, name|id, name, status .*|NOT EXISTS .*|id, name AS label, status <> '1' AS enabled .*) ?FROM master\.shop/,
    because: 'all shops, for a choice or to name them: a chain has dozens',
  },
  {
    statement: /^WITH a AS \( SELECT shop_id, fineness, flow AS part, /,
    because: 'the gold balance adds up all gold that ever moved, and all that is there',
  },
  {
    statement: /^SELECT count\(\*\)::int AS count FROM \(SELECT FROM master\.job_run r WHERE /,
    because: 'runs of jobs by state or name, for whoever administers; of each job the last runs are kept',
  },
  {
    statement: /^SELECT u\.id, u\.nick_name AS name, u\.username, bool_or\(r\.role_key = /,
    because: 'who may give a word, among the people of the house: asked when one is needed, not by every save',
  },
  {
    statement: /^SELECT (?:t\.shop_id, t\.fineness, sum\(t\.mg\)|\(\(SELECT count\(\*\) FROM live\.goods_turnover x)/,
    because: 'a recount of gold looks at all that is there, once a night',
  },
  {
    statement:
      /^SELECT no, at, position, count, .* encode\(marks, 'base64'\) AS marks FROM master\.log_seal ORDER BY no$/,
    because: 'whoever reckons the whole log reads every seal, one an hour',
  },
  {
    statement:
      /^SELECT no, coalesce\(\(SELECT m\.position FROM master\.log_moved_seal .*\) AS lies FROM master\.log_seal s ORDER BY no$/,
    because: 'where each seal ends in the log of now: for a case file, which rests on any of them',
  },
  {
    statement: /^insert into master\.log_moved_seal \(no, position\) select .+ from master\.log_seal named left join/,
    because: 'once after a move of the log: where each seal ends in the new one',
  },
  {
    statement: /^WITH k AS \(SELECT \* FROM live\.stock_checks k/,
    because: 'the report of checks goes check after check, the last first, until its page is full',
  },
  {
    statement:
      /^(?:SELECT customer_id, sealed FROM master\.customer_key WHERE sealed IS|SELECT 1 FROM (?:es\.events|master\.sys_user) LIMIT 1|SELECT table_name, count\(DISTINCT row_id\)|UPDATE master\.command SET claimed = false WHERE|DELETE FROM master\.log_seal WHERE)/,
    because: 'a back-up copies all that is there; a restore, into what was empty, looks at it once',
  },
];
