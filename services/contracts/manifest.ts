/**
 * What a kind of document is called, where it stands and whom it concerns: `services/<folder>/manifest.ts` says it once,
 * and whatever lists kinds derives from it (docs/new-document.md). Literals only, so that bundlers drop what a page does
 * not use.
 */

/** A page of the menu: `actions` are permission keys below `key`, named in services/system/seeds/permissions.ts. */
export type Page = {
  /** Row of sys_menu, fixed below the first wire id; its keys are id × 100 + 1 … */
  readonly id: number;
  readonly title: string;
  /** Address and `component` of the console; a page without one is only a place for its keys. */
  readonly path?: string;
  readonly icon?: string;
  /** Opened from another page alone: it stands in no menu. */
  readonly hidden?: true;
  readonly key?: string;
  readonly actions?: readonly string[];
  /** A page without keys of its own comes with this one. */
  readonly seenWith?: string;
  /** Whole keys that do not follow the pattern, with their names. */
  readonly keys?: Readonly<Record<string, string>>;
};
/** Where a page stands: the area by its address, and its place there, counted from 1. */
export type PlacedPage = Page & { readonly area: '/stock' | '/sales'; readonly place: number };

/** A column of a printed table, width in mm; its style says how it is written and aligned. */
type PaperColumn = readonly [field: string, title: string, width: number, style?: 'count' | 'money' | 'weight'];
/** The paper that every installation starts with: title, facts, table, totals on the last sheet, signatures. Sizes in mm. */
export type Paper = {
  readonly size: readonly [width: number, height: number];
  readonly title: string;
  /** The line below the title, in three parts. */
  readonly facts: readonly [string, string, string];
  readonly columns: readonly PaperColumn[];
  readonly totals: string;
  /** A sum of money beside them: its field and what stands before it. */
  readonly amount?: readonly [field: string, prefix: string];
  readonly signed: string;
};
/** What paper can show: its wire name, its title, and how it is written where that is no plain text. */
export type PrintedField = readonly [
  field: string,
  title: string,
  format?: 'carat' | 'count' | 'day' | 'moment' | 'money' | 'percent' | 'weight',
];
/** What the designer of templates offers: fields of the document in groups, and columns of its lines. */
export type PrintOffer = {
  readonly groups: readonly {
    readonly title: string;
    readonly fields: readonly PrintedField[];
    /** Only for whoever may see costs (R13). */
    readonly cost?: true;
  }[];
  readonly lines: readonly PrintedField[];
  /** Further lists of it, each a table of its own. */
  readonly tables?: readonly {
    readonly field: string;
    readonly title: string;
    readonly lines: readonly PrintedField[];
  }[];
};
export type PrintedKind = {
  /** Value of the dictionary sys_print_kind. */
  readonly kind: string;
  /** The kind of its template columns. */
  readonly columns: string;
  /** What is printed: 调拨单. */
  readonly title: string;
  /** Its name in sys_print_kind: 调拨单模板. */
  readonly choice: string;
  /** Who may design it besides those who may edit every template. */
  readonly design: string | null;
  /** Who may print it in which way; absent: whoever may see the document. */
  readonly keys?: { readonly service: string; readonly browser: string };
  /** Address of what is printed, where that is not the document's: its copies are counted there. */
  readonly path?: string;
  /** Absent for labels, which offer the attributes of a piece. */
  readonly offers?: PrintOffer;
  /** Its first template columns, in order, as [wire name, Chinese name]; absent: all that the designer offers. */
  readonly fields?: readonly (readonly [field: string, title: string])[];
  /** Absent where master-data draws the first templates itself. */
  readonly paper?: Paper;
};

export type DocumentManifest = {
  /** Stored in holds, postings and keys: never changes. */
  readonly kind: string;
  /** Its folder below services. */
  readonly folder: string;
  /** Begins the number people see (R40). */
  readonly prefix: string;
  /** 调拨单 */
  readonly label: string;
  /** `/biz-allocate` */
  readonly path: string;
  /** Begins its permission keys: `biz:bizAllocate`. */
  readonly permission: string;
  /** Custodians of what it moves; none for one that only counts. */
  readonly moves: readonly ('balance' | 'gift' | 'old-material' | 'piece')[];
  /** Begins the names of its events where it lives the common life of documents: `TransferSubmitted`. */
  readonly events?: string;
  /** Words for its events that are not those of the common life. */
  readonly eventWords?: Readonly<Record<string, string>>;
  readonly pages: readonly PlacedPage[];
  /**
   * Which of the first roles work with it (R41). `counter`: whoever serves customers; `stock`: whoever keeps the stock
   * too; `proposal`: both propose, others audit.
   */
  readonly duty: 'counter' | 'stock' | 'proposal';
  /** Its rights with which pieces, suppliers, customers may be looked up, as actions: `add`. */
  readonly looksUp: { readonly [What in 'piece' | 'supplier' | 'customer']?: readonly string[] };
  /** What it prints; absent: nothing. */
  readonly print?: PrintedKind;
  /** What else it prints, of its lines. */
  readonly papers?: readonly PrintedKind[];
  /** Read models that name master rows, and what they are called when such a row cannot be deleted: 该分店已有调拨单. */
  readonly tables: Readonly<Record<string, string>>;
  /** Their columns with the number of a master row beside shop_id, supplier_id and customer_id. */
  readonly masterColumns?: { readonly [Kind in 'shop' | 'supplier' | 'customer']?: readonly string[] };
  /** What messages call the fields of its wire that no other document has; at its own calls they come before shared words. */
  readonly fieldNames: Readonly<Record<string, string>>;
};

/** The actions of every document: 查询 新增 编辑 删除 审核 反审核. */
export const DOCUMENT_ACTIONS = ['list', 'add', 'edit', 'remove', 'audit', 'unaudit'] as const;
/** What the paper of every document may show. */
export const SIGNED_FIELDS = [
  ['createdBy', '制单人'],
  ['createdAt', '制单时间', 'moment'],
  ['auditor', '审核人'],
  ['auditFlag', '审核状态'],
  ['pending', '待审核标记'],
  ['remark', '备注'],
] as const satisfies readonly PrintedField[];
export const TOTAL_FIELDS = [
  ['lineCount', '行数', 'count'],
  ['num', '总件数', 'count'],
  ['goldWeight', '总金重', 'weight'],
] as const satisfies readonly PrintedField[];
export const LINE_FIELDS = [
  ['barcode', '条码'],
  ['name', '名称'],
  ['type', '类别'],
] as const satisfies readonly PrintedField[];

/** A plain record of an installation's own table: `services/master-data/custom/<name>/manifest.ts`, as the generator writes it. */
export type RecordManifest = {
  /** 品牌 */
  readonly title: string;
  /** `/custom/demo-brand`: its calls. */
  readonly path: string;
  /** Begins its permission keys: `custom:demoBrand`. */
  readonly permission: string;
  /** Its screen, and what stands before it in the menu. */
  readonly page: { readonly path: string; readonly icon: string };
  /** What messages and sheets call its fields. */
  readonly fieldNames: Readonly<Record<string, string>>;
};
/** The actions of such a record, as its keys end. */
export const RECORD_ACTIONS = { list: '查询', add: '新增', edit: '编辑', remove: '删除', export: '导出' } as const;
