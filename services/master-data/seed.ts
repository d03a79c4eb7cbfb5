/**
 * Seeds of dictionaries, templates, template columns and settings (R41). Every entry is planted once and leaves a mark,
 * so that a start neither overwrites an edit nor brings back what somebody deleted, and a later release adds what is new.
 */
import { randomInt } from 'node:crypto';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { FINENESS_DICTIONARY, SEEDED_FINENESSES } from '../contracts/fineness.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { DICTIONARY_SEEDS } from './dictionaries/seed.ts';
import { settingSeeds } from './settings/seed.ts';
import { COLUMN_SEEDS, TEMPLATE_SEEDS } from './templates/seed.ts';

const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const randomPassword = (): string =>
  Array.from({ length: 12 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');

type Plant = { readonly mark: string; readonly row: Readonly<Record<string, unknown>> };
const Mark = z.object({ key: z.string() });
const Type = z.object({ dict_type: z.string() });

/** Plants the rows whose mark is new; a row that stands already (same unique value) is left as it is. */
const plant = async (tx: CommonQueryMethods, table: string, plants: readonly Plant[]): Promise<void> => {
  const marks = await tx.anyFirst(sql.type(Mark)`
    INSERT INTO master.seed_mark (key) SELECT * FROM unnest(${sql.array(
      plants.map(({ mark }) => mark),
      'text',
    )}) ON CONFLICT DO NOTHING RETURNING key`);
  const fresh = new Set(marks);
  const rows = plants.filter(({ mark }) => fresh.has(mark)).map(({ row }) => row);
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(
    Object.keys(first).map((column) => sql.identifier([column])),
    sql.fragment`, `,
  );
  const into = sql.identifier(['master', table]);
  await tx.query(sql.unsafe`
    INSERT INTO ${into} (id, ${columns})
    SELECT nextval('master.wire_id'), ${columns}
    FROM jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb) ON CONFLICT DO NOTHING`);
};

const dictionaryTypes = (): readonly Plant[] =>
  DICTIONARY_SEEDS.map(({ dictType, dictName, group }) => ({
    mark: `dict-type/${dictType}`,
    row: { dict_group: group, dict_name: dictName, dict_type: dictType, status: '2', remark: '' },
  }));
/** Metal and content of a fineness (R133); '' of everything else. */
const expandDataOf = (dictType: string, value: string): string => {
  const made = dictType === FINENESS_DICTIONARY ? SEEDED_FINENESSES.get(value) : undefined;
  return made === undefined ? '' : JSON.stringify(made);
};
const dictionaryData = (): readonly Plant[] =>
  DICTIONARY_SEEDS.flatMap(({ dictType, entries }) =>
    entries.map(({ label, value, listClass }, index) => ({
      mark: `dict-data/${dictType}/${value}`,
      row: {
        dict_type: dictType,
        dict_label: label,
        dict_value: value,
        dict_sort: index + 1,
        list_class: listClass ?? '',
        css_class: '',
        is_default: 'N',
        status: '2',
        remark: '',
        expand_data: expandDataOf(dictType, value),
      },
    })),
  );
const templates = (): readonly Plant[] =>
  TEMPLATE_SEEDS.map(({ kind, labelType, name, fileName, template }) => ({
    mark: `template/${fileName}`,
    row: { kind, label_type: labelType, name, file_name: fileName, template, remark: '' },
  }));
const templateColumns = (): readonly Plant[] =>
  Object.entries(COLUMN_SEEDS).flatMap(([kind, columns]) =>
    columns.map(([name, comment], index) => ({
      mark: `template-column/${kind}/${name}`,
      row: { kind, column_sort: index + 1, column_name: name, column_comment: comment },
    })),
  );
/** 散客 (R82): whoever gives no name. */
const WALK_IN: readonly Plant[] = [
  {
    mark: 'customer/walk-in',
    row: {
      name: '散客',
      mobile: '',
      mobile_digits: '',
      walk_in: true,
      contract: '',
      vip: '',
      contracter: '',
      addr: '',
      qq: '',
      weichat: '',
      birthday: '',
      remark: '',
      status: '2',
    },
  },
];
const settings = (): readonly Plant[] =>
  settingSeeds(randomPassword()).map(({ key, name, value, frontend }) => ({
    mark: `config/${key}`,
    row: {
      config_name: name,
      config_key: key,
      config_value: value,
      config_type: 'Y',
      is_frontend: frontend ? '1' : '2',
      remark: '',
    },
  }));

/** A shipped template as nobody changed it since it was planted becomes the one of this release; a changed one stays. */
const renewTemplates = async (tx: CommonQueryMethods): Promise<void> => {
  const shipped = TEMPLATE_SEEDS.map(({ fileName, template }) => ({ file_name: fileName, template }));
  // Planted with its mark in one transaction, so at one moment; what a user made under the same name was not.
  await tx.query(sql.unsafe`
    UPDATE master.print_template AS planted SET template = shipped.template, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(shipped)}::jsonb) AS shipped (file_name text, template text)
    JOIN master.seed_mark AS mark ON mark.key = 'template/' || shipped.file_name
    WHERE planted.file_name = shipped.file_name AND planted.revision = 0 AND planted.created_at = mark.seeded_at
      AND planted.template <> shipped.template`);
};

export const seedMasterData = async (pool: DatabasePool): Promise<void> => {
  await pool.transaction(async (tx) => {
    await lockUntilCommit(tx, LOCKS.masterSeeds);
    await plant(tx, 'dict_type', dictionaryTypes());
    // A value whose type was deleted since has nowhere to go.
    const types = await tx.anyFirst(sql.type(Type)`SELECT dict_type FROM master.dict_type`);
    await plant(
      tx,
      'dict_data',
      dictionaryData().filter(({ row }) => types.includes(String(row['dict_type']))),
    );
    await plant(tx, 'print_template', templates());
    await renewTemplates(tx);
    await plant(tx, 'template_column', templateColumns());
    await plant(tx, 'config', settings());
    await plant(tx, 'customer', WALK_IN);
  });
};
