/** The last door before the log: what brings input is judged by the table of values once more, whoever made it. */
import type { z } from 'zod';
import type { FieldProblem } from '../../contracts/envelope.ts';
import { problemsWritten } from '../../contracts/stored-leaves.ts';
import { appendAllOf, appending } from './appending.ts';
import type { EventStore, NewEvent } from './port.ts';

/** An event that a reader might not keep. Nothing was written. */
export class NotWritable extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(type: string, problems: readonly FieldProblem[]) {
    super(`${type}: ${problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`);
    this.name = 'NotWritable';
    this.problems = problems;
  }
}

/**
 * Events that carry what somebody entered. All others follow from them: a document under way finds its end, though it
 * was begun before a range was narrowed.
 */
const BRINGS_INPUT =
  /^(GoodsReceived|GoodsReceiptCorrected|Import(RowsWritten|Accepted)|StockCheck(Opened|HeaderCorrected)|StockCount(ed|Corrected|Remarked)|\w+(LinesWritten|Submitted|RevisionProposed))$/;

/**
 * The same store, whose appends keep to the ranges.
 * @throws {NotWritable} from `append` and `appendAll`, before anything is sent.
 */
export const writable = (store: EventStore, schemas: ReadonlyMap<string, z.ZodType>): EventStore => {
  const check = (events: readonly NewEvent[]): void => {
    for (const { type, data } of events) {
      const schema = BRINGS_INPUT.test(type) ? schemas.get(type) : undefined;
      const problems = schema === undefined ? [] : problemsWritten(schema, { type, data });
      if (problems.length > 0) throw new NotWritable(type, problems);
    }
  };
  return appending(store, {
    append: async (stream, expected, events, beside) => {
      check(events);
      return store.append(stream, expected, events, beside);
    },
    appendAll: async (parts, beside) => {
      for (const { events } of parts) check(events);
      return appendAllOf(store)(parts, beside);
    },
  });
};
