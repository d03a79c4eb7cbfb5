/**
 * The order of a whole run where nobody remembers an earlier one: files that take over a minute begin before the others of
 * their group. By their size, as else without a memory, the longest walk began last and was waited for alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.join(import.meta.dirname, '../..');
const LONGEST = [
  'tests/chaos/order-in-steps.test.ts',
  'tests/plans/plans.test.ts',
  'tests/chaos/process-in-steps.test.ts',
  'tests/chaos/process-together.test.ts',
  'tests/chaos/order-together.test.ts',
  'tests/e2e/menu-desk.test.ts',
  'tests/e2e/menu-phone.test.ts',
].map((file) => path.join(ROOT, file));
const gone = LONGEST.filter((file) => !fs.existsSync(file));
if (gone.length > 0) throw new Error(`${gone.join(', ')}: named as long, and not there`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.indexOf(moduleId);
  return rank === -1 ? LONGEST.length : rank;
};
const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => groupOf(left) - groupOf(right) || rankOf(left) - rankOf(right));
  }
}
