/** Tables of the master data in schema `master`; every row carries its id, its revision and its moments. */

export const COMMON = `id bigint PRIMARY KEY,
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()`;
export const STATUS = `status text NOT NULL DEFAULT '2' CHECK (status IN ('1', '2'))`;

/**
 * One- and two-character pieces of a text in lower case: a GIN index over them finds two-character Chinese names,
 * which trigrams cannot.
 */
const PIECES = `CREATE OR REPLACE FUNCTION master.pieces(source text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(lower(source), at, size)), '{}')
          FROM generate_series(1, char_length(source)) AS at, generate_series(1, 2) AS size
          WHERE at + size - 1 <= char_length(source))`;

/** The first character of each letter in the order of pinyin, backwards; no syllable begins with i, u or v. */
const PINYIN_FIRSTS = [
  ...'z帀y丫x夕w屲t他s仨r呥q七p妑o噢n拏m呣l垃k咔j丌h哈g旮f发e妸d哒c嚓b八a阿'.matchAll(/([a-z])(.)/gu),
];

export const PARTNERS_SQL = `CREATE SCHEMA IF NOT EXISTS master;
${PIECES};
CREATE TABLE master.shop (
  ${COMMON},
  name text NOT NULL CONSTRAINT shop_name UNIQUE,
  ${STATUS},
  remark text NOT NULL DEFAULT ''
);
CREATE TABLE master.supplier (
  ${COMMON},
  name text NOT NULL,
  contract text NOT NULL DEFAULT '',
  mobile text NOT NULL DEFAULT '',
  addr text NOT NULL DEFAULT '',
  qq text NOT NULL DEFAULT '',
  weichat text NOT NULL DEFAULT '',
  grade text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  ${STATUS}
);
CREATE TABLE master.customer (
  ${COMMON},
  name text NOT NULL,
  contract text NOT NULL DEFAULT '',
  vip text NOT NULL DEFAULT '',
  contracter text NOT NULL DEFAULT '',
  mobile text NOT NULL,
  mobile_digits text NOT NULL CONSTRAINT customer_mobile UNIQUE,
  addr text NOT NULL DEFAULT '',
  qq text NOT NULL DEFAULT '',
  weichat text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  ${STATUS},
  name_grams text[] GENERATED ALWAYS AS (master.pieces(name)) STORED,
  mobile_grams text[] GENERATED ALWAYS AS (master.pieces(mobile_digits)) STORED
);
CREATE INDEX customer_name_grams ON master.customer USING gin (name_grams);
CREATE INDEX customer_mobile_grams ON master.customer USING gin (mobile_grams);
CREATE UNIQUE INDEX customer_vip ON master.customer (vip) WHERE vip <> '';`;

export const DICTIONARIES_SQL = `CREATE SCHEMA IF NOT EXISTS master;
CREATE TABLE master.dict_type (
  ${COMMON},
  dict_group text NOT NULL CHECK (dict_group IN ('sys', 'base')),
  dict_name text NOT NULL,
  dict_type text NOT NULL CONSTRAINT dict_type_name UNIQUE,
  ${STATUS},
  remark text NOT NULL DEFAULT ''
);
CREATE TABLE master.dict_data (
  ${COMMON},
  dict_type text NOT NULL REFERENCES master.dict_type (dict_type),
  dict_label text NOT NULL,
  dict_value text NOT NULL,
  dict_sort integer NOT NULL DEFAULT 0,
  css_class text NOT NULL DEFAULT '',
  list_class text NOT NULL DEFAULT '',
  is_default text NOT NULL DEFAULT 'N',
  ${STATUS},
  remark text NOT NULL DEFAULT '',
  expand_data text NOT NULL DEFAULT '',
  CONSTRAINT dict_data_value UNIQUE (dict_type, dict_value)
);`;

export const TEMPLATES_SQL = `CREATE SCHEMA IF NOT EXISTS master;
CREATE TABLE master.print_template (
  ${COMMON},
  kind text NOT NULL,
  label_type text NOT NULL DEFAULT '',
  name text NOT NULL,
  file_name text NOT NULL CONSTRAINT print_template_file UNIQUE,
  template text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT ''
);
CREATE TABLE master.template_column (
  ${COMMON},
  kind text NOT NULL,
  column_sort integer NOT NULL DEFAULT 0,
  column_name text NOT NULL,
  column_comment text NOT NULL DEFAULT '',
  CONSTRAINT template_column_name UNIQUE (kind, column_name)
);`;

/** At most one default for each kind and jewellery type. */
export const TEMPLATE_DEFAULT_SQL = `ALTER TABLE master.print_template ADD COLUMN is_default boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX print_template_default ON master.print_template (kind, label_type) WHERE is_default;`;

export const SETTINGS_SQL = `CREATE SCHEMA IF NOT EXISTS master;
CREATE TABLE IF NOT EXISTS master.config (
  ${COMMON},
  config_name text NOT NULL,
  config_key text NOT NULL CONSTRAINT config_key UNIQUE,
  config_value text NOT NULL DEFAULT '',
  config_type text NOT NULL DEFAULT 'N',
  is_frontend text NOT NULL DEFAULT '2',
  remark text NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS master.seed_mark (
  key text PRIMARY KEY,
  seeded_at timestamptz NOT NULL DEFAULT now()
);`;

/**
 * Searches by a fragment and the orders of the lists, whatever the number of rows. `terms` are the pieces a search asks
 * its index for: only the longest, lists of single characters are long and say little. Sorted by pinyin, an index of
 * another ICU would only sort otherwise; REINDEX after such a move.
 */
export const SEARCH_SQL = `CREATE OR REPLACE FUNCTION master.terms(source text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(lower(source), at, least(char_length(source), 2))), '{}')
          FROM generate_series(1, greatest(char_length(source) - 1, least(char_length(source), 1))) AS at);
CREATE INDEX shop_name_pieces ON master.shop USING gin (master.pieces(name));
CREATE INDEX supplier_name_pieces ON master.supplier USING gin (master.pieces(name));
CREATE INDEX supplier_contract_pieces ON master.supplier USING gin (master.pieces(contract));
CREATE INDEX supplier_mobile_pieces ON master.supplier USING gin (master.pieces(mobile));
CREATE INDEX shop_created ON master.shop (created_at, id);
CREATE INDEX supplier_created ON master.supplier (created_at, id);
CREATE INDEX customer_created ON master.customer (created_at, id);
CREATE INDEX shop_status ON master.shop (status, id);
CREATE INDEX supplier_status ON master.supplier (status, id);
CREATE INDEX customer_status ON master.customer (status, id);
CREATE INDEX customer_contract ON master.customer (contract);
CREATE INDEX shop_pinyin ON master.shop (name COLLATE "zh-x-icu", id);
CREATE INDEX supplier_pinyin ON master.supplier (name COLLATE "zh-x-icu", id);
CREATE INDEX customer_pinyin ON master.customer (name COLLATE "zh-x-icu", id);`;

/**
 * Telephone numbers by any two or more of their digits: pieces of two to four characters, because four digits are those
 * of some hundred people among 500,000, two of fifty thousand.
 */
export const NUMBERS_SQL = `CREATE OR REPLACE FUNCTION master.runs(source text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(lower(source), at, size)), '{}')
          FROM generate_series(1, char_length(source)) AS at, generate_series(2, 4) AS size
          WHERE at + size - 1 <= char_length(source));
CREATE OR REPLACE FUNCTION master.run_terms(source text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(lower(source), at, least(char_length(source), 4))), '{}')
          FROM generate_series(1, greatest(char_length(source) - 3, 1)) AS at);
ALTER TABLE master.customer DROP COLUMN mobile_grams;
DROP INDEX master.supplier_mobile_pieces;
CREATE INDEX customer_mobile_runs ON master.customer USING gin (master.runs(mobile_digits));
CREATE INDEX supplier_mobile_runs ON master.supplier USING gin (master.runs(mobile));`;

/** Stored, because a search by name or number looks at the pieces of each hit again: made anew they took 0.1 ms a row. */
export const STORED_NUMBERS_SQL = `DROP INDEX master.customer_mobile_runs;
ALTER TABLE master.customer ADD COLUMN mobile_runs text[] GENERATED ALWAYS AS (master.runs(mobile_digits)) STORED;
CREATE INDEX customer_mobile_runs ON master.customer USING gin (mobile_runs);`;

/** Rules of points (S1§2.10): among enabled ones the three keys name one rule (R85). */
export const POINTS_RULES_SQL = `CREATE TABLE master.points_rule (
  ${COMMON},
  point_sort integer NOT NULL DEFAULT 0,
  category text NOT NULL,
  style text NOT NULL DEFAULT '',
  fineness text NOT NULL DEFAULT '',
  amount_fen bigint NOT NULL,
  customer_point integer NOT NULL DEFAULT 0,
  seller_point integer NOT NULL DEFAULT 0,
  discount integer NOT NULL DEFAULT 100,
  ${STATUS},
  remark text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX points_rule_keys ON master.points_rule (category, style, fineness) WHERE status = '2';
CREATE INDEX points_rule_sort ON master.points_rule (point_sort, id);
CREATE INDEX points_rule_category ON master.points_rule (category, id);
CREATE INDEX points_rule_style ON master.points_rule (style, id);
CREATE INDEX points_rule_fineness ON master.points_rule (fineness, id);`;

/**
 * 散客 (R82), birthdays (R93), and names by the first letters of their pinyin. The letter of a character is where it stands
 * among the first characters of each letter in the order of pinyin; surnames that are read otherwise than the dictionary
 * puts them come first. A telephone is unique among enabled customers (R50).
 */
export const CUSTOMERS_SQL = `CREATE FUNCTION master.initial_of(letter text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (CASE
    WHEN letter ~ '[a-z0-9]' THEN letter
    WHEN letter < '一' COLLATE "C" OR letter > '龥' COLLATE "C" THEN ''
    ${PINYIN_FIRSTS.map(([, initial, first]) => `WHEN letter COLLATE "zh-x-icu" >= '${first}' THEN '${initial}'`).join(' ')}
    ELSE '' END);
CREATE FUNCTION master.initials(source text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(string_agg(CASE WHEN at = 1 AND strpos('单解仇区查曾翟覃种', letter) > 0
      THEN substr('sxqozzzqc', strpos('单解仇区查曾翟覃种', letter), 1) ELSE master.initial_of(letter) END, '' ORDER BY at), '')
    FROM regexp_split_to_table(lower(source), '') WITH ORDINALITY AS part (letter, at));
ALTER TABLE master.customer
  ADD COLUMN birthday text NOT NULL DEFAULT '',
  ADD COLUMN walk_in boolean NOT NULL DEFAULT false,
  ADD COLUMN initials text GENERATED ALWAYS AS (master.initials(name)) STORED;
CREATE INDEX customer_initials ON master.customer (initials text_pattern_ops);
CREATE UNIQUE INDEX customer_walk_in ON master.customer (walk_in) WHERE walk_in;
ALTER TABLE master.customer DROP CONSTRAINT customer_mobile;
CREATE UNIQUE INDEX customer_mobile ON master.customer (mobile_digits) WHERE status = '2' AND mobile_digits <> '';
CREATE INDEX customer_mobile_digits ON master.customer (mobile_digits);`;

/** A record that was merged into another one of the same person: lists leave it out (R95). */
export const MERGED_SQL = `ALTER TABLE master.customer ADD COLUMN merged_into bigint;
CREATE INDEX customer_alone ON master.customer (id) WHERE merged_into IS NULL;
CREATE INDEX customer_merged ON master.customer (merged_into) WHERE merged_into IS NOT NULL;`;

/** Posts, departments with a revision, and tenants (S2§2.8–2.10; R128). */
export const ORGANISATION_SQL = `CREATE TABLE master.sys_post (
  ${COMMON},
  post_name text NOT NULL,
  post_code text NOT NULL,
  sort integer NOT NULL DEFAULT 0,
  ${STATUS},
  remark text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX sys_post_code ON master.sys_post (lower(post_code));
CREATE INDEX sys_post_sort ON master.sys_post (sort, id);
CREATE INDEX sys_post_created ON master.sys_post (created_at, id);
CREATE INDEX sys_post_status ON master.sys_post (status, id);
CREATE INDEX sys_post_name_pieces ON master.sys_post USING gin (master.pieces(post_name));
CREATE INDEX sys_post_code_pieces ON master.sys_post USING gin (master.pieces(post_code));
CREATE INDEX sys_user_post ON master.sys_user (post_id, id);
ALTER TABLE master.sys_dept ADD COLUMN revision integer NOT NULL DEFAULT 0,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX sys_dept_parent ON master.sys_dept (parent_id, id);
CREATE INDEX sys_role_dept_ids ON master.sys_role USING gin (dept_ids);
CREATE TABLE master.biz_tenant (
  ${COMMON},
  name text NOT NULL DEFAULT '',
  code text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  start_date date,
  end_date date,
  remind_date date,
  service_fee_fen bigint,
  ${STATUS}
);
CREATE UNIQUE INDEX biz_tenant_code ON master.biz_tenant (lower(code)) WHERE code <> '';
CREATE INDEX biz_tenant_created ON master.biz_tenant (created_at, id);
CREATE INDEX biz_tenant_status ON master.biz_tenant (status, id);
CREATE INDEX biz_tenant_remind ON master.biz_tenant (remind_date) WHERE status = '2' AND remind_date IS NOT NULL;
CREATE INDEX biz_tenant_name_pieces ON master.biz_tenant USING gin (master.pieces(name));
CREATE INDEX biz_tenant_code_pieces ON master.biz_tenant USING gin (master.pieces(code));`;

/** Sale slips that stand as they were delivered say 应退 where a bill pays out (R154). */
export const OWED_WORDS_SQL = `UPDATE master.print_template SET template = replace(template, '应付：￥{{payableFee}}', '{{payableWords}}')
WHERE kind = 'invoice' AND template LIKE '%应付：￥{{payableFee}}%';`;

/** Two people count old material from the start, too, where the setting stands as it was delivered (R134). */
export const COUNTED_BY_TWO_SQL = `UPDATE master.config SET config_value = 'recycle-out,adjust,material-check'
WHERE config_key = 'second_person' AND config_value = 'recycle-out,adjust';`;

/** Slips that stand as they were delivered say 折净率, which is what is kept of a weight (R154). */
export const NET_WORDS_SQL = `UPDATE master.print_template SET template = replace(template, '"损耗率"', '"折净率"')
WHERE kind IN ('invoice', 'recycle') AND template LIKE '%"损耗率"%';`;
