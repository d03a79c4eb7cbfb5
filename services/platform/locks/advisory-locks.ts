/**
 * Every advisory lock that the house takes in its database, each with what it is for; nobody takes one that is not in this table.
 * PostgreSQL knows locks of one key of 64 bits and of two of 32. A number or a name with its seed makes the one key, a first and a
 * second the two. Two releases that run side by side still have to exclude each other: what guards between processes keeps its key for
 * ever, and a lock that is new takes one that no other has.
 */

export type NumberLock = { readonly number: number };
/** `hashtextextended(name, seed)`; where there is one for each of many, the name is what theirs begin with. */
export type NameLock = { readonly seed: number; readonly name: string };
/** `hashtext(hash)` as the one key; where there is one for each of many, it is what theirs begin with. */
export type HashLock = { readonly hash: string };
/** What the second key is, the comment says. */
export type PairLock = { readonly first: number | string };
export type AdvisoryLock = NumberLock | NameLock | HashLock | PairLock;

export const LOCKS = {
  /** Migrations run in one process at a time. */
  migrations: { number: 7_041_001 },
  /** First users, roles and menus are planted once. */
  systemSeeds: { number: 7_041_002 },
  /** Two who move menus could close a circle. `master.plant_page` of an applied migration has the number, too. */
  menuTree: { number: 7_041_003 },
  /** The list of interfaces is written by one starting process at a time. */
  apiRegistry: { number: 7_041_006 },
  /** First dictionaries, settings and templates are planted once. */
  masterSeeds: { number: 7_041_013 },
  /** Two who move departments could close a circle. */
  departmentTree: { number: 7_041_015 },
  /** Somebody stays an enabled administrator (R110). */
  administrators: { number: 7_041_021 },
  /**
   * One default template of a kind. Was 7 041 021 like the one above, by accident: choosing a template waited for a change of users. A
   * release that still has that number is kept out by the index `print_template_default`.
   */
  defaultTemplate: { number: 7_041_022 },
  /** One key that signs warranties. */
  warrantyKeys: { number: 7_162_001 },

  /** Who runs a version of a read model: `projection NAME@VERSION`. */
  readModel: { seed: 0, name: 'projection ' },
  /** Tables that all read models need are made once. No read model is called so: its name holds an @. */
  readModelTables: { seed: 0, name: 'projection migration' },
  /** Limits of codes by SMS at the door, for each account and each address (R113). */
  signInCode: { seed: 0, name: 'sms:' },
  /** One recount of gold of a scope stands in the queue. */
  goldRecountQueue: { seed: 0, name: 'gold-recount' },
  /** The processes that write to EventStoreDB share it; a move of the log takes it alone. */
  logWriters: { seed: 64, name: 'writers of the log' },
  /** One move of the log at a time. */
  logMove: { seed: 64, name: 'move the log' },
  /** Answers that were kept before a move are written anew once. */
  answersOfBefore: { seed: 64, name: 'answers of before' },
  /** Another log than before is followed by one process at a time. */
  logFollowed: { seed: 64, name: 'which log is followed' },
  /** Who brings documents of a kind to rest: `saga NAME` (services/documents/lease.ts). */
  saga: { seed: 7041, name: 'saga ' },
  /** One process recounts gold. */
  goldRecount: { seed: 7042, name: 'gold recount' },
  /** One audit of the reports is asked for at a time. */
  selfAudit: { seed: 7042, name: 'self-audit' },
  /** Case files that are made at once are counted. */
  caseFile: { seed: 7042, name: 'case-file' },
  /** Held by the watch of a run as long as the run lives: `job run ID` (R116). */
  jobRun: { seed: 7046, name: 'job run ' },
  /** What left the balance of a customer in the last days: `leaving/ID`. */
  leaving: { seed: 7136, name: 'leaving/' },
  /** Points by hand are counted over all customers. */
  pointsByHand: { seed: 7136, name: 'points-by-hand' },
  /** Tries at a customer's code: `proof-tries:USER/CUSTOMER`. */
  proofTries: { seed: 7136, name: 'proof-tries:' },
  /** Limits of codes to customers, of each network, person and record, taken in this order. */
  proofNetwork: { seed: 7136, name: 'proof-net:' },
  proofUser: { seed: 7136, name: 'proof-user:' },
  proofCustomer: { seed: 7136, name: 'proof-customer:' },
  /** Limits of codes to shoppers, of each network, shopper and number, taken in this order. */
  shopperNetwork: { seed: 7160, name: 'net:' },
  shopperCodes: { seed: 7160, name: 'shopper:' },
  shopperNumber: { seed: 7160, name: 'number:' },
  /** Bindings of one shopper take turns. */
  shopperBinding: { seed: 7160, name: 'shopper-open-id:' },
  /** A shopper's card shows one code at a time. */
  shopperCard: { seed: 7160, name: 'shopper-card/' },
  /** Of a person one note of an act is judged at a time: `shopper-log:ACT:CUSTOMER`. */
  shopperNote: { seed: 7160, name: 'shopper-log:' },

  /** The tables of an event store are made once; the schema follows. */
  storeSchema: { hash: 'schema:' },
  /** Two rows of a table with a tree that are moved below each other: the schema and the table follow. */
  customTree: { hash: '' },

  /** Who writes the log in Postgres; second: hash of its schema. */
  logWriter: { first: 'event-writer' },
  /** Readers of a spool share it, whoever fills or drops it has it alone; second: the position up to which it goes. */
  spool: { first: 0x73_70_6f_6c },
  /** Shared by sessions that promise signs of life (ADR 0067); second: 0. */
  signsOfLife: { first: 7045 },
  /** Tries at numbers of customers; second: the person. */
  numberMisses: { first: 7_041_140 },
} as const satisfies Readonly<Record<string, AdvisoryLock>>;

/** The key as SQL. */
export const keyInSql = ({ seed, name }: NameLock): string => `hashtextextended('${name}', ${seed})`;
