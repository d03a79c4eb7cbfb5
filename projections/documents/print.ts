/**
 * GET /base-print-template/print-data/{kind}/{id} (wire): what one document puts on paper, as tables. The kinds are
 * those of print templates; cost fields leave only with the right, as in the record (R13).
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { RecordId } from 'services/contracts/ids';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { maskedPhone } from 'services/contracts/person';
import { seesPersons, type SessionUser } from 'services/contracts/user';
import { copyInWords } from 'services/contracts/print-copies';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { copiesOf } from './copies.ts';
import { formatsOf, onPaper, pendingOf } from './paper-rows.ts';

type PrintRow = Readonly<Record<string, unknown>>;
/** The header of a document and its lines; a label has lines only. */
export type PrintTables = {
  readonly master?: PrintRow;
  readonly goods: readonly PrintRow[];
  readonly template?: string;
};

const Table = z.array(z.record(z.string(), z.unknown()));
export const PrintData = z.object({
  title: z.string(),
  /** File name of the template: the document's own, else the default of its kind; '' when there is none. */
  templateName: z.string(),
  /** How many were printed before; a label is not counted. */
  copies: z.int(),
  tables: z.object({ master: Table, goods: Table }),
});
export type PrintData = z.infer<typeof PrintData>;

const Id = z.object({ id: RecordId });
const FileName = z.object({ file_name: z.string() });
const defaultOf = ({ db }: QueryDeps, kind: string): Promise<string | null> =>
  db.maybeOneFirst(sql.type(FileName)`
    SELECT file_name FROM master.print_template WHERE kind = ${kind} ORDER BY is_default DESC, id LIMIT 1`);

const withMaskedMobile = (row: PrintRow): PrintRow => {
  const { customerMobile: mobile } = row;
  return typeof mobile === 'string' ? { ...row, customerMobile: maskedPhone(mobile) } : row;
};

type Spec = {
  readonly kind: string;
  /** 首饰调拨 */
  readonly label: string;
  /** Heading of the paper: 调拨单. */
  readonly title: string;
  readonly allow: string | readonly string[];
  readonly tables: (id: number, user: SessionUser) => Promise<PrintTables | Refusal>;
};
export const printDataRoute = (deps: QueryDeps, { kind, label, title, allow, tables }: Spec): Route =>
  route({
    method: 'GET',
    path: `/base-print-template/print-data/${kind}/:id`,
    summary: `${label}打印数据`,
    allow,
    params: Id,
    data: PrintData,
    handler: async ({ params, user, now }) => {
      const found = await tables(params.id, user);
      if (isRefusal(found)) return found;
      const { master, goods, template = '' } = found;
      const templateName = template === '' ? ((await defaultOf(deps, kind)) ?? '') : template;
      if (master === undefined)
        return { data: { title, templateName, copies: 0, tables: { master: [], goods: [...goods] } } };
      const copies = await copiesOf(deps, { kind, record: params.id });
      const paper = { title, printedBy: user.nickName, printedAt: now.toISOString(), reprint: copyInWords(copies + 1) };
      const { head, line } = formatsOf(kind);
      const reached = seesPersons(user) ? (row: PrintRow) => row : withMaskedMobile;
      return {
        data: {
          title,
          templateName,
          copies,
          tables: {
            master: [{ ...paper, ...pendingOf(master), ...onPaper(reached(master), head) }],
            goods: goods.map((one) => onPaper(reached(one), line)),
          },
        },
      };
    },
  });
