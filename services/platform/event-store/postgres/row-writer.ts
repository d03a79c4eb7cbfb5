/**
 * Rows of the house that belong to no event, many commands to a transaction: whatever came while the last one was being
 * written is the next. Each command's rows are there or none of them; nobody's rows fail for what another's hold.
 */
import pg from 'pg';
import { batched } from '../../base/batches.ts';
import { copyRows } from './batch-copy.ts';
import { clientConfig, kindOfFailure } from './connection.ts';
import { abandon } from '../../base/pg-pool.ts';
import { checkRows } from './side-rows.ts';
import { RowsRefused, StoreUnavailable, type SideRow } from '../port.ts';
import { faultOf } from '../../base/faults.ts';

const STATEMENT_MS = 30_000;
const WHOSE = 'a command';

type Rows = readonly SideRow[];
/** null: written. */
type Result = Error | null;

export class RowWriter {
  readonly #url: string;
  readonly #write = batched((commands: readonly Rows[]) => this.#writeAll(commands));
  #client: Promise<pg.Client> | undefined;

  /** Connects when the first rows come. */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * @throws {RowsRefused} when a row is there already, or is one that the database does not take.
   * @throws {StoreUnavailable} when the outcome is unknown or the database is away.
   */
  async write(rows: Rows): Promise<void> {
    checkRows(WHOSE, () => rows);
    const error = await this.#write(rows);
    if (error !== null) throw error;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #writeAll(commands: readonly Rows[]): Promise<readonly Result[]> {
    const error = await this.#writeOnce(commands.flat());
    if (error === null || !(error instanceof RowsRefused) || commands.length === 1) return commands.map(() => error);
    // One command spoiled it for all: alone, each gets its own answer.
    const results: Result[] = [];
    for (const rows of commands) results.push(await this.#writeOnce(rows));
    return results;
  }

  async #writeOnce(rows: Rows): Promise<Result> {
    try {
      const client = await (this.#client ??= this.#connect());
      await copyRows(client, rows);
      return null;
    } catch (error) {
      const kind = kindOfFailure(error);
      if (kind === 'lost') await this.#drop();
      const isRefused = kind === 'data' || (kind === 'refused' && faultOf(error) === 'bug');
      return isRefused
        ? new RowsRefused(WHOSE, 'the database does not take them', { cause: error })
        : new StoreUnavailable('rows', { cause: error });
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...clientConfig(this.#url, 'row-writer'), query_timeout: STATEMENT_MS });
    // A connection that is cut while nobody uses it fails the next statement, which opens another.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #drop(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    if (client !== undefined) abandon(client);
  }
}
