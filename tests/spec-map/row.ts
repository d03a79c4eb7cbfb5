/** One rule of the stock document, in our words, and the tests that show it. */
export type Row = {
  /** Where the rule stands: S0§2. */
  readonly section: string;
  readonly rule: string;
  /** The ruling that replaces or completes it. */
  readonly ruling?: string;
  /** `file: name` each; the name with those of its describe blocks, as the report has it. */
  readonly tests: readonly string[];
};
export const inFile =
  (file: string) =>
  (...names: readonly string[]): readonly string[] =>
    names.map((name) => `${file}: ${name}`);

export const batch = inFile('tests/flow/goods-batch.test.ts');
export const checks = inFile('tests/flow/stock-check.test.ts');
export const checkReport = inFile('tests/flow/stock-check-report.test.ts');
export const constants = inFile('tests/flow/stock-constants.test.ts');
export const flow = inFile('tests/flow/goods-flow.test.ts');
export const goods = inFile('tests/flow/goods.test.ts');
export const imports = inFile('tests/flow/goods-import.test.ts');
export const lists = inFile('tests/flow/lists.test.ts');
export const locked = inFile('tests/flow/locked-shop.test.ts');
export const master = inFile('tests/flow/master-data.test.ts');
export const masterSettings = inFile('tests/flow/master-data-settings.test.ts');
export const platform = inFile('tests/flow/platform.test.ts');
export const permissions = inFile('tests/flow/stock-permissions.test.ts');
export const returns = inFile('tests/flow/supplier-return.test.ts');
export const stockRows = inFile('tests/e2e/stock-rows.test.ts');
export const stockRules = inFile('tests/flow/stock-rules.test.ts');
export const transfers = inFile('tests/flow/transfer.test.ts');
export const turnover = inFile('tests/flow/goods-turnover.test.ts');
export const day = inFile('tests/e2e/shop-day-mouse.test.ts');
export const many = inFile('tests/e2e/batch-and-turnover.test.ts');
export const pictures = inFile('tests/e2e/pictures.test.ts');
export const scanner = inFile('tests/e2e/scanner.test.ts');
export const words = inFile('tests/e2e/stock-words.test.ts');
export const desk = inFile('tests/e2e/stock-check.test.ts');
export const back = inFile('tests/e2e/supplier-return.test.ts');
